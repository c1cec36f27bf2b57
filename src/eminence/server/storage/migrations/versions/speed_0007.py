"""How fast bots answer whoever plays against them alone. Everybody had them at the house's own pace before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the choice to everybody, as it was."""
    op.add_column("people", sa.Column("speed", sa.String, nullable=False, server_default="usual"))
