"""In which form the engine runs: compiled, or plain Python from the same sources."""

from eminence.core import rng


def is_compiled() -> bool:
    """Whether the engine now running is compiled."""
    return not str(rng.__file__).endswith(".py")
