"""Deal with the Devil: see docs/architecture.md for what is where."""
