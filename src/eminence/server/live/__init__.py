"""Whoever looks at a room right now: who that is, and the streams by which they are told."""
