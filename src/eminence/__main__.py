"""`python -m eminence`: the same as `eminence`."""

from eminence.cli import main

if __name__ == "__main__":
    raise SystemExit(main())
