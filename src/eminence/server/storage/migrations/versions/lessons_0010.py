"""What is taught at a table. Until now nothing was."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Every room there is was dealt from a secret."""
    op.add_column("rooms", sa.Column("lesson", sa.String, nullable=False, server_default=""))
