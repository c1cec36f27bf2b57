"""Phrases are kept by their keys, and read in the language of whoever reads them. Everything was a text before."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """What was said stays a text."""
    op.add_column("chat", sa.Column("phrase", sa.String, nullable=False, server_default=""))
    op.add_column("chat", sa.Column("seat", sa.Integer))
