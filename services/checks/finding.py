"""What a check is, what it looks at, and what it finds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy.orm import Session

from services.core.clock import Clock, utc_now
from services.core.db.db import Database
from services.settings import Settings
from services.setup_checks.recheck import Standing
from services.setup_checks.result import CheckName


class Level(StrEnum):
    """How a check ended. `UNKNOWN`: it could not look, because something that it needs is faulty itself."""

    FAULT = "fault"
    HINT = "hint"
    UNKNOWN = "unknown"
    OK = "ok"


WORST_FIRST: Final = tuple(Level)


class Group(StrEnum):
    """Headings, in the order of the page."""

    DATABASE = "database"
    FILES = "files"
    MAILS = "mails"
    JOBS = "jobs"
    OUTSIDE = "outside"
    SETTINGS = "settings"
    MACHINE = "machine"


TITLES: Final = {
    Group.DATABASE: "Datenbank",
    Group.FILES: "Dateien und Platz",
    Group.MAILS: "Mails",
    Group.JOBS: "Abläufe",
    Group.OUTSIDE: "Verbindung nach außen",
    Group.SETTINGS: "Einrichtung",
    Group.MACHINE: "Rechner",
}


@dataclass(frozen=True, slots=True)
class Found:
    """What a look found. `words` are German, and hold neither personal data nor a secret. `helps` replaces the advice
    of the check where this finding has a better one. `at`: when it was looked at, if that was earlier.
    """

    level: Level
    words: str
    helps: str | None = None
    at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """What the checks look at. `session` is None while the database cannot be read. `standings` are the remembered
    results of the set-up checks by name, `fresh` those whose connection was made just now. `is_thorough`: read every
    page of the database.
    """

    settings: Settings
    db: Database
    clock: Clock = utc_now
    session: Session | None = None
    standings: Mapping[str, Standing] = field(default_factory=dict)
    fresh: Mapping[str, Standing] = field(default_factory=dict)
    is_thorough: bool = False

    @property
    def now(self) -> datetime:
        """The present moment."""
        return self.clock()

    def connection(self, name: str) -> Standing | None:
        """The latest result of a set-up check that connects to something."""
        return self.fresh.get(name) or self.standings.get(name)

    @property
    def rows(self) -> Session:
        """The session, for checks that need the database: these are not asked without one."""
        assert self.session is not None
        return self.session


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its German words and how it looks. `path`: the page of the console that it is about. `confirms`: what
    an administrator confirms there, since no server can see it. `job`: the job that finds it out.
    """

    name: str
    group: Group
    title: str
    means: str
    """What it is about and why it matters."""
    helps: str
    """What to do when it is not in order."""
    look: Callable[[Ground], Found]
    path: str | None = None
    needs_database: bool = True
    confirms: CheckName | None = None
    job: str | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """A check with what it found."""

    check: Check
    level: Level
    words: str
    helps: str
    at: datetime


def worst(findings: Sequence[Finding]) -> Level:
    """The worst level among them; UNKNOWN counts as a fault's consequence, hence not by itself."""
    levels = {finding.level for finding in findings} - {Level.UNKNOWN}
    return next((level for level in WORST_FIRST if level in levels), Level.OK)


def ok(words: str) -> Found:
    """In order."""
    return Found(Level.OK, words)


def hint(words: str, helps: str | None = None) -> Found:
    """Worth a look, but nothing fails because of it now."""
    return Found(Level.HINT, words, helps)


def fault(words: str, helps: str | None = None) -> Found:
    """Something does not work, or soon will not."""
    return Found(Level.FAULT, words, helps)
