"""German reasons for failed runs, safe to show to staff."""

from typing import Final

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from services.core.german import os_reason
from services.core.http.errors import DatabaseUnavailable, Problem
from services.core.storage.storage import StorageFault

AWAY: Final = (OperationalError, InterfaceError, PoolTimeout, DatabaseUnavailable, ConnectionError)
"""The database did not respond; a retry may succeed."""


def reason_of(error: Exception) -> str:
    """The German reason. Never the message of an unexpected exception: it may contain personal data."""
    if isinstance(error, AWAY):
        return "Die Datenbank war nicht erreichbar."
    if isinstance(error, Problem):
        return error.detail
    if isinstance(error, StorageFault):
        return error.german
    if isinstance(error, OSError) and error.strerror:
        return f"Das Betriebssystem lehnt ab: {os_reason(error)}."
    return f"Unerwarteter Fehler: {type(error).__name__}"
