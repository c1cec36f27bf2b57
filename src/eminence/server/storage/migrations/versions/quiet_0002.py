"""Whether discreet steps are answered for a seat. Nobody had asked for that before there was the question."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the choice to every seat, switched off."""
    op.add_column("seats", sa.Column("quiet", sa.Boolean, nullable=False, server_default=sa.false()))
