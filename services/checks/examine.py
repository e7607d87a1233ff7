"""Runs the checks independently of each other; one that raises is a finding as well."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import structlog
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.orm import Session

from services.checks import look_database, look_files, look_machine, look_work
from services.checks.check import Check, Finding, Found, Ground, Group, Kept, Level, fault
from services.checks.look_files import database_file
from services.checks.setup import NEEDS, kept
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.db.faults import Fault, fault_of
from services.core.german import os_reason
from services.core.http.errors import DatabaseUnavailable
from services.core.identity import has_secret
from services.settings import Settings

log = structlog.get_logger()

_ALL: Final = (*look_database.CHECKS, *look_files.CHECKS, *look_work.CHECKS, *look_machine.CHECKS, *NEEDS.values())
CHECKS: Final = tuple(sorted(_ALL, key=lambda one: list(Group).index(one.group)))
"""Everything that must be right."""
_READ_BY: Final = frozenset({"database", "schema"})
"""What can be looked at while tables are missing."""


def examine(settings: Settings, db: Database, clock: Clock, *, is_thorough: bool = False) -> list[Finding]:
    """Every check as of now. Connections to others are not made: their last results are shown."""
    return _examine(Ground(settings, db, clock, is_thorough=is_thorough), fresh={})


def examine_freshly(settings: Settings, db: Database, clock: Clock) -> list[Finding]:
    """Every check, thoroughly, and with connections made now, but nothing of it kept; up to half a minute when a server
    is silent.
    """
    fresh = {need.name: Kept(need.probe(settings), clock()) for need in NEEDS.values() if need.probe}
    return _examine(Ground(settings, db, clock, is_thorough=True), fresh)


def _examine(ground: Ground, fresh: Mapping[str, Kept]) -> list[Finding]:
    trouble = _trouble_with_reading(ground)
    found: list[Finding] = []
    if trouble is None:
        try:
            with ground.db.read() as session:
                whole = replace(ground, session=session, kept=_remembered(ground, session, fresh))
                is_current = look_database.schema.look(whole).level is not Level.FAULT
                found = [_finding(check, whole, _kept_from(check, is_current=is_current)) for check in CHECKS]
        except DBAPIError as error:  # a damaged database may fail even at the end of reading
            trouble = look_database.trouble(fault_of(error), ground.db)
    alone = replace(ground, kept=fresh)
    return found or [_finding(check, alone, _kept_from(check, trouble=trouble)) for check in CHECKS]


def _trouble_with_reading(ground: Ground) -> Found | None:
    """Why the database cannot be read, if so. A file that does not exist is not created by looking."""
    file = database_file(ground.settings)
    if file is not None and file.parent.exists() and not file.parent.is_dir():
        return fault(f"{file.parent} ist kein Ordner.", "VOLTIGO_DATA_DIR muss ein Ordner sein.")
    if file is not None and not file.exists():
        return fault(f"Die Datenbankdatei {file} gibt es noch nicht.", "`voltigo serve` legt sie beim Start an.")
    try:
        kind = look_database.read_fault(ground.db)
    except OSError as error:
        return fault(f"Die Datenbank lässt sich nicht öffnen: {os_reason(error)}.")
    return look_database.trouble(kind, ground.db) if kind is not None else None


def _remembered(ground: Ground, session: Session, fresh: Mapping[str, Kept]) -> Mapping[str, Kept]:
    """What is kept of the checks, with connections that were made now; nothing where it cannot be read. It is sealed
    with the installation's secret, which looking must not create.
    """
    if not has_secret(ground.settings):
        return fresh
    try:
        with session.begin_nested():
            known = kept(session, ground.settings)
    except DBAPIError:
        return fresh
    return {**known, **{name: replace(one, confirmed=known[name].confirmed) for name, one in fresh.items()}}


def _kept_from(check: Check, *, trouble: Found | None = None, is_current: bool = False) -> Found | None:
    """The result of a check that cannot run: the database cannot be read, or lacks tables."""
    if not check.needs_database or (trouble is None and (is_current or check.name in _READ_BY)):
        return None
    if trouble is not None and check.name == "database":
        return trouble
    words = "Die Datenbank lässt sich nicht lesen." if trouble else "Die Tabellen haben nicht den nötigen Stand."
    return Found(Level.UNKNOWN, words)


def _finding(check: Check, ground: Ground, instead: Found | None) -> Finding:
    found = instead or _looked(check, ground)
    confirmed = ground.kept_of(check.name).confirmed
    at = found.at or ground.now
    return Finding(check, found.level, found.words, found.helps or check.helps, at, found.steps, confirmed)


def _looked(check: Check, ground: Ground) -> Found:
    """What the check finds; an error of the database is a finding, and a bug of a check is one, too."""
    try:
        if ground.session is None or not check.needs_database:
            return check.look(ground)
        with ground.session.begin_nested():
            return check.look(ground)
    except DatabaseUnavailable:
        return look_database.trouble(Fault.LOCKED, ground.db)
    except DBAPIError as error:
        # A connection that broke in the middle leaves the session unusable for the checks that follow
        if ground.session is not None and not ground.session.is_active:
            ground.session.rollback()
            ground.session.execute(text("SELECT 1"))
        return look_database.trouble(fault_of(error), ground.db)
    except Exception as error:
        log.error("check_failed", check=check.name, error=type(error).__name__)
        return Found(Level.UNKNOWN, f"Diese Prüfung ist selbst gescheitert ({type(error).__name__}).")
