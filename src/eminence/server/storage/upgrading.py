"""Bringing the tables of an older database up to date. Loaded where there is such: Alembic takes longer to load than
all else that a server needs of a database."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection


def scripts() -> Config:
    """Where the migrations are."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    return config


def upgrade(connection: Connection, version: str = "head") -> None:
    """Run all migrations that are missing up to a version."""
    config = scripts()
    config.attributes["connection"] = connection
    command.upgrade(config, version)
