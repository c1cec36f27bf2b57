"""Lines of chat are numbered among players and among spectators apart; a snapshot has a digest of all it says."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

NUMBERED = """
INSERT INTO chat_apart (room, gallery, number, person, name, text, at)
SELECT room, gallery, ROW_NUMBER() OVER (PARTITION BY room, gallery ORDER BY number) - 1, person, name, text, at
FROM chat
"""


def upgrade() -> None:
    """Number what was said anew; take what snapshots say now for what they should say."""
    op.create_table(
        "chat_apart",
        sa.Column("room", sa.String, sa.ForeignKey("rooms.id"), primary_key=True),
        sa.Column("gallery", sa.Boolean, primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.execute(NUMBERED)
    op.drop_table("chat")
    op.rename_table("chat_apart", "chat")
    op.add_column("snapshots", sa.Column("digest", sa.String, nullable=False, server_default=""))
    connection = op.get_bind()
    snapshots = sa.table("snapshots", sa.column("room"), sa.column("data"), sa.column("digest"))
    for room, data in connection.execute(sa.select(snapshots.c.room, snapshots.c.data)).all():
        digest = hashlib.sha256(data.encode()).hexdigest()
        connection.execute(snapshots.update().where(snapshots.c.room == room).values(digest=digest))
