"""What all tests share."""

import logging
from collections.abc import Iterator

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    written = "write tests/playthroughs/*.txt anew instead of comparing: then look at the diff"
    parser.addoption("--rewrite-playthroughs", action="store_true", help=written)


@pytest.fixture(autouse=True)
def _logs_as_they_were() -> Iterator[None]:
    """What a test sends its logs to is closed when it ends: whoever logs after it does not write there any more."""
    loggers = [logging.getLogger(), logging.getLogger("eminence.server")]
    before = [(logger, logger.handlers[:], logger.level) for logger in loggers]
    yield
    for logger, handlers, level in before:
        logger.handlers[:] = handlers
        logger.setLevel(level)
