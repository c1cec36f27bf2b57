"""What Alembic runs: the migrations over the connection that the store gives."""

from alembic import context

from eminence.server.storage.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
