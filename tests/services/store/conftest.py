"""The store is filled as for the reports that read it."""

from tests.services.reports.conftest import clock, ingest, store

__all__ = ["clock", "ingest", "store"]
