"""The companion: a device in the middle of a table with a real box, which says whom a chest goes to.

It knows no game: what it has to know of one is a `core.companion.Box`.
"""
