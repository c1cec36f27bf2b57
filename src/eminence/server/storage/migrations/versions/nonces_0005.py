"""What each seat is bound to before nonces are opened, where its nonce comes from, and how often a table began again.

Nonces from before were given openly when somebody sat down, or drawn by the server: nobody wrote down which.
"""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add what is known of every seat's nonce and of every room's opening; what was added before is bound as it is."""
    op.add_column("seats", sa.Column("nonce_commitment", sa.String, nullable=False, server_default=""))
    op.add_column("seats", sa.Column("nonce_origin", sa.String, nullable=False, server_default=""))
    op.add_column("rooms", sa.Column("opening_since", sa.Float, nullable=False, server_default="0"))
    op.add_column("rooms", sa.Column("began_again", sa.Text, nullable=False, server_default="[]"))
    seats = sa.table("seats", *map(sa.column, ("room", "seat", "nonce", "nonce_commitment")))
    connection = op.get_bind()
    known = connection.execute(sa.select(seats.c.room, seats.c.seat, seats.c.nonce).where(seats.c.nonce != "")).all()
    for room, seat, nonce in known:
        bound = hashlib.sha256(bytes.fromhex(nonce)).hexdigest()
        where = (seats.c.room == room) & (seats.c.seat == seat)
        connection.execute(sa.update(seats).where(where).values(nonce_commitment=bound))
