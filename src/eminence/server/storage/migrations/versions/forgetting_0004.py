"""What forgetting needs: when a person was last seen, and where a listed room was made."""

from __future__ import annotations

import time

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Everybody counts as seen now: nobody is forgotten for having been away before this was written down."""
    op.add_column("people", sa.Column("seen", sa.Float, nullable=False, server_default="0"))
    op.execute(sa.text("UPDATE people SET seen = :now").bindparams(now=time.time()))
    op.add_column("rooms", sa.Column("origin", sa.String, nullable=False, server_default=""))
    op.create_index("chat_by_person", "chat", ["person"])
    op.create_index("watchers_by_person", "watchers", ["person"])
