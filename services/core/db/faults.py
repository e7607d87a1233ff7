"""Classifies driver errors into kinds of database trouble, each of which callers and operators handle differently."""

from enum import StrEnum
from typing import Final

from sqlalchemy.exc import DBAPIError


class Fault(StrEnum):
    """Kinds of trouble with a database."""

    AWAY = "away"
    """It does not answer, or not in time."""
    LOCKED = "locked"
    """A needed lock is held elsewhere for longer than a call may wait."""
    FULL = "full"
    READ_ONLY = "read_only"
    DAMAGED = "damaged"
    CLOSED = "closed"
    """The file cannot be opened."""
    UNMIGRATED = "unmigrated"
    """A table or column is missing."""


_OF_SQLITE: Final = {
    5: Fault.LOCKED,
    6: Fault.LOCKED,
    8: Fault.READ_ONLY,
    11: Fault.DAMAGED,
    13: Fault.FULL,
    14: Fault.CLOSED,
    26: Fault.DAMAGED,
}
_OF_POSTGRESQL: Final = {
    "55P03": Fault.LOCKED,
    "53100": Fault.FULL,
    "25006": Fault.READ_ONLY,
    "XX001": Fault.DAMAGED,
    "XX002": Fault.DAMAGED,
    "42P01": Fault.UNMIGRATED,
    "42703": Fault.UNMIGRATED,
}


def fault_of(error: BaseException) -> Fault:
    """The kind of trouble; `AWAY` if it is none of the others."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    if (code := getattr(cause, "sqlite_errorcode", None)) is not None:
        if code == 1 and str(cause).startswith(("no such table", "no such column")):
            return Fault.UNMIGRATED
        return _OF_SQLITE.get(code & 0xFF, Fault.AWAY)
    return _OF_POSTGRESQL.get(getattr(cause, "sqlstate", None) or "", Fault.AWAY)
