"""What all tests share."""

import logging
from collections.abc import Iterator

import pytest

from eminence.core import tidying


def pytest_addoption(parser: pytest.Parser) -> None:
    written = "write tests/playthroughs/*.txt anew instead of comparing: then look at the diff"
    parser.addoption("--rewrite-playthroughs", action="store_true", help=written)


def pytest_collection_finish() -> None:
    """Tests are kept to the end: nothing is gained by looking through all of them for what nobody uses any more."""
    tidying.look_seldom()


@pytest.fixture(autouse=True)
def _logs_as_they_were() -> Iterator[None]:
    """What a test sends its logs to is closed when it ends: whoever logs after it does not write there any more."""
    loggers = [logging.getLogger(), logging.getLogger("eminence.server")]
    before = [(logger, logger.handlers[:], logger.level) for logger in loggers]
    yield
    for logger, handlers, level in before:
        logger.handlers[:] = handlers
        logger.setLevel(level)
