"""Which notes for a first game a person has read. Whoever was here before is shown them once."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Nobody has read any."""
    op.add_column("people", sa.Column("notes", sa.Text, nullable=False, server_default=""))
