"""Stores whose files lie in an object store, each as one machine has it."""

from pathlib import Path

from analytics.store.catalogue import Store
from services.settings import Settings
from services.store.place import store_of


def machine(url: str, database: str, folder: Path) -> Settings:
    """The settings of a server with this folder of data."""
    return Settings(
        store_url=url,
        database_url=database,
        data_dir=folder,
        secret="a secret for tests that all the servers know",
        rate_limits="off",
    )


def store_at(url: str, database: str, folder: Path) -> Store:
    """The store as that server reads it."""
    return store_of(machine(url, database, folder))
