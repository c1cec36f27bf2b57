"""The Antechamber: courtiers speak for a favour with hidden voices, and whoever is not heard listens at a door.

A fifth game, as anybody might add one: made from `eminence new-game`, with no page, terminal or plate of its own.
"""
