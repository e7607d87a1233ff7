"""Why a run failed, in words that staff may read."""

from typing import Final

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from services.core.http.errors import DatabaseUnavailable, Problem

AWAY: Final = (OperationalError, InterfaceError, PoolTimeout, DatabaseUnavailable)
"""The database did not answer; another attempt may find it there."""


def reason_of(error: Exception) -> str:
    """The reason in German. Never the message of an exception nobody foresaw: it may quote a person."""
    if isinstance(error, AWAY):
        return "Die Datenbank war nicht erreichbar."
    if isinstance(error, Problem):
        return error.detail
    if isinstance(error, OSError) and error.strerror:
        return f"{type(error).__name__}: {error.strerror}"
    return f"Unerwarteter Fehler: {type(error).__name__}"
