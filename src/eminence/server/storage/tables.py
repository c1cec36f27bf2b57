"""The tables of the database, as a new one has them; `migrations` brings older ones up to date, and a test compares.

The log in `entries` is the truth about a match. `events` and `snapshots` follow from it and are written in the same
transaction, so that opening a match never means repeating it.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    false,
)

METADATA = MetaData()
VERSION: Final = "0010"
"""The last of the migrations: what these tables are."""

versions = Table(
    "alembic_version",
    MetaData(),  # Alembic's own
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)
"""Which version the tables in a database are."""

keys = Table(
    "keys",
    METADATA,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)
"""The server's own secrets, drawn when the database is made: what cookies are signed with."""

people = Table(
    "people",
    METADATA,
    Column("id", String, primary_key=True),
    Column("token", String, nullable=False),  # of the personal link
    Column("name", String, nullable=False),
    Column("since", Float, nullable=False),
    Column("seen", Float, nullable=False, server_default="0"),  # when he last did something
    Column("speed", String, nullable=False, server_default="usual"),  # of bots, where he is alone with them
    Column("notes", Text, nullable=False, server_default=""),  # those of a first game that he has read: `game:note …`
)
"""Whoever has done something here: a browser, or several that share a personal link."""

rooms = Table(
    "rooms",
    METADATA,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("options", Text, nullable=False),  # JSON
    Column("listed", Boolean, nullable=False),
    Column("host", String, nullable=False),
    Column("watch_token", String, nullable=False),
    Column("secret", String, nullable=False),  # hex; disclosed when the match is over. Lessons have none
    Column("commitment", String, nullable=False),
    Column("phase", String, nullable=False),  # gathering, playing, over
    Column("made", Float, nullable=False),
    Column("moved", Float, nullable=False),  # the last answer, or the last change before there were any
    Column("asked", Text, nullable=False),  # JSON: the seats that everybody sees to have an answer to give
    Column("entries", Integer, nullable=False),
    Column("told", Integer, nullable=False),
    Column("said", Integer, nullable=False),  # by players and spectators together: told to nobody
    Column("next", String, nullable=False),  # the room of the rematch
    Column(
        "origin", String, nullable=False, server_default=""
    ),  # a digest of where a listed one, or one without a host, was made
    # Since when nonces are bound anew or opened; 0 before the last seat is taken.
    Column("opening_since", Float, nullable=False, server_default="0"),
    Column("began_again", Text, nullable=False, server_default="[]"),  # JSON: each time, the seats that did not open
    Column("laid", Text, nullable=False, server_default=""),  # JSON: the last answer to a step that is held: see `Laid`
    Column("lesson", String, nullable=False, server_default=""),  # what is taught there: `role.part`
    Index("rooms_by_phase", "phase", "listed", "moved"),
)
"""A room and the match played in it."""

seats = Table(
    "seats",
    METADATA,
    Column("room", String, ForeignKey("rooms.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("token", String, nullable=False),  # of the link to this seat: to sit down
    Column("key", String, nullable=False),  # of a program that has sat down: to play
    Column("person", String, nullable=False),
    Column("level", String, nullable=False),  # of the bot that has the seat
    Column("seed", String, nullable=False),
    Column("name", String, nullable=False),
    Column("nonce", String, nullable=False),  # hex; empty as long as it is not opened
    Column("seen", Integer, nullable=False),  # how many events its person has looked at
    # Whether discreet steps are answered for it.
    Column("quiet", Boolean, nullable=False, server_default=false(), key="discreet"),
    Column("nonce_commitment", String, nullable=False, server_default=""),  # SHA-256 of the nonce, before it is opened
    Column("nonce_origin", String, nullable=False, server_default=""),  # see `nonces`
    Index("seats_by_person", "person"),
)

entries = Table(
    "entries",
    METADATA,
    Column("room", String, ForeignKey("rooms.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("choice", String, nullable=False),
    Column("hash", String, nullable=False),
    Column("ask", String),  # which ask it answers; none for the dealer's
    Column("at", Float, nullable=False),
    Index("entries_by_ask", "room", "seat", "ask", unique=True),
)
"""The log: numbered from 0 in each match, never changed."""

events = Table(
    "events",
    METADATA,
    Column("room", String, ForeignKey("rooms.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("event", Text, nullable=False),  # JSON, hidden things included
)

snapshots = Table(
    "snapshots",
    METADATA,
    Column("room", String, ForeignKey("rooms.id"), primary_key=True),
    Column("data", Text, nullable=False),  # JSON
    Column("digest", String, nullable=False, server_default=""),  # of the data: what was damaged is not used
)

chat = Table(
    "chat",
    METADATA,
    Column("room", String, ForeignKey("rooms.id"), primary_key=True),
    Column("gallery", Boolean, primary_key=True),  # said among spectators
    Column("number", Integer, primary_key=True),  # from 0, in each of the two
    Column("person", String, nullable=False),
    Column("name", String, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("phrase", String, nullable=False, server_default=""),  # instead of a text: see `core.talk`
    Column("seat", Integer),  # whose phrase it is
    Index("chat_by_person", "person"),
)

watchers = Table(
    "watchers",
    METADATA,
    Column("room", String, ForeignKey("rooms.id"), primary_key=True),
    Column("person", String, primary_key=True),
    Index("watchers_by_person", "person"),
)
"""Who came by the spectators' link before browsers remembered it themselves. Nothing is added here any more."""
