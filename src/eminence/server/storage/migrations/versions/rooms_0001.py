"""Rooms, seats, the log and what follows from it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the first tables."""
    op.create_table(
        "keys",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("token", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.create_table(
        "rooms",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("host", sa.String, nullable=False),
        sa.Column("watch_token", sa.String, nullable=False),
        sa.Column("secret", sa.String, nullable=False),
        sa.Column("commitment", sa.String, nullable=False),
        sa.Column("phase", sa.String, nullable=False),
        sa.Column("made", sa.Float, nullable=False),
        sa.Column("moved", sa.Float, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("entries", sa.Integer, nullable=False),
        sa.Column("told", sa.Integer, nullable=False),
        sa.Column("said", sa.Integer, nullable=False),
        sa.Column("next", sa.String, nullable=False),
    )
    op.create_index("rooms_by_phase", "rooms", ["phase", "listed", "moved"])
    op.create_table(
        "seats",
        sa.Column("room", sa.String, sa.ForeignKey("rooms.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("token", sa.String, nullable=False),
        sa.Column("key", sa.String, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("level", sa.String, nullable=False),
        sa.Column("seed", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("nonce", sa.String, nullable=False),
        sa.Column("seen", sa.Integer, nullable=False),
    )
    op.create_index("seats_by_person", "seats", ["person"])
    op.create_table(
        "entries",
        sa.Column("room", sa.String, sa.ForeignKey("rooms.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("choice", sa.String, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
        sa.Column("ask", sa.String),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_index("entries_by_ask", "entries", ["room", "seat", "ask"], unique=True)
    op.create_table(
        "events",
        sa.Column("room", sa.String, sa.ForeignKey("rooms.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("event", sa.Text, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("room", sa.String, sa.ForeignKey("rooms.id"), primary_key=True),
        sa.Column("data", sa.Text, nullable=False),
    )
    op.create_table(
        "chat",
        sa.Column("room", sa.String, sa.ForeignKey("rooms.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("gallery", sa.Boolean, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table(
        "watchers",
        sa.Column("room", sa.String, sa.ForeignKey("rooms.id"), primary_key=True),
        sa.Column("person", sa.String, primary_key=True),
    )
