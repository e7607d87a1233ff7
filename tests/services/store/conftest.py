"""The store is filled as for the reports that read it."""

from tests.services.reports.conftest import ingest, store

__all__ = ["ingest", "store"]
