"""Alembic's entry: runs the migrations on the connection that `services/schema/migrate.py` hands over."""

from alembic import context

from services.models import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    transaction_per_migration=True,
)
context.run_migrations()
