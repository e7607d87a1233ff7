"""What a check is, what it looks at, and what it finds."""

import hashlib
import hmac
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final, Literal

from sqlalchemy.orm import Session

from services.checks.models import SetupConfirmation
from services.core.clock import Clock, utc_now
from services.core.db.db import Database
from services.core.german import counted
from services.settings import Settings


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


class State(StrEnum):
    """Whether a kept check or a step is in order. A step is `pending` while the one before it fails."""

    OK = "ok"
    OPEN = "open"
    PENDING = "pending"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a connection. `words` hold what the other side said, and never a secret."""

    label: str
    state: State
    words: str
    milliseconds: int | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What a look found. `words` are German, and hold neither personal data nor a secret. `helps` replaces the advice
    of the check where this finding has a better one. `at`: when it was looked at, if that was earlier. `is_remark`: a
    hint that keeps nobody from real work.
    """

    level: Level
    words: str
    helps: str | None = None
    at: datetime | None = None
    steps: Sequence[Step] = ()
    is_remark: bool = False

    @property
    def is_open(self) -> bool:
        """Whether real work lacks it."""
        return self.level is not Level.OK and not self.is_remark


@dataclass(frozen=True, slots=True)
class Kept:
    """What is remembered of a check. `steps`: what the last connection found with these settings, None while there was
    none; `confirmed`: the last confirmation, whatever it was about.
    """

    steps: Sequence[Step] | None = None
    at: datetime | None = None
    confirmed: SetupConfirmation | None = None


@dataclass(frozen=True, slots=True)
class Ground:
    """What the checks look at. `session` is None while the database cannot be read. `kept`: what is remembered of
    checks, by name. `is_thorough`: read every page of the database.
    """

    settings: Settings
    db: Database
    clock: Clock = utc_now
    session: Session | None = None
    kept: Mapping[str, Kept] = field(default_factory=dict)
    is_thorough: bool = False

    @property
    def now(self) -> datetime:
        return self.clock()

    def kept_of(self, name: str) -> Kept:
        return self.kept.get(name) or Kept()

    @property
    def rows(self) -> Session:
        """The session, for checks that need the database: these are not asked without one."""
        assert self.session is not None
        return self.session


Look = Callable[[Ground], Found]


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its German words and how it looks. `means`: what it is about and why it matters; `helps`: what to do
    when it is not in order. `path`: the page of the console that it is about. `confirms`: an administrator confirms it,
    since no server can see it. `job`: the job that finds it out. `probe` connects to something and therefore runs
    outside of any transaction; `fingerprint` names what its steps, or a confirmation, hold for.
    """

    name: str
    group: Group
    title: str
    means: str
    helps: str
    look: Look
    path: str | None = None
    needs_database: bool = True
    confirms: Literal["mail_server", "backup", "backup_key", "legal_texts"] | None = None
    job: str | None = None
    probe: Callable[[Settings], Sequence[Step]] | None = None
    fingerprint: Callable[[Settings], str] = lambda _settings: ""


def check(name: str, group: Group, title: str, means: str, helps: str, **more: Any) -> Callable[[Look], Check]:
    """Makes a look the check with these words."""
    return lambda look: Check(name, group, title, means, helps, look, **more)


@dataclass(frozen=True, slots=True)
class Finding:
    check: Check
    level: Level
    words: str
    helps: str
    at: datetime
    steps: Sequence[Step] = ()
    confirmed: SetupConfirmation | None = None


def worst(findings: Sequence[Finding]) -> Level:
    """The worst level among them; UNKNOWN counts as a fault's consequence, hence not by itself."""
    levels = {finding.level for finding in findings} - {Level.UNKNOWN}
    return next((level for level in WORST_FIRST if level in levels), Level.OK)


def ok(words: str) -> Found:
    return Found(Level.OK, words)


def hint(words: str, helps: str | None = None) -> Found:
    """Worth a look, but nothing fails because of it now."""
    return Found(Level.HINT, words, helps)


def fault(words: str, helps: str | None = None) -> Found:
    """Something does not work, or soon will not."""
    return Found(Level.FAULT, words, helps)


def sealed(settings: Settings, *parts: str) -> str:
    """A fingerprint that gives nothing away of what it is made of, which may be a password."""
    content = "|".join(("setup", *parts)).encode()
    return hmac.new(settings.secret_key, content, hashlib.sha256).hexdigest()


def first_open(steps: Sequence[Step]) -> Step | None:
    """The step that fails."""
    return next((step for step in steps if step.state is State.OPEN), None)


_SPANS: Final = (
    (86_400, "Tag", "Tage"),
    (3_600, "Stunde", "Stunden"),
    (60, "Minute", "Minuten"),
    (1, "Sekunde", "Sekunden"),
)


def lasting(span: timedelta) -> str:
    """`3 Stunden`, in the largest unit of which there are two or more; whole ones, rounded down."""
    seconds = max(int(span.total_seconds()), 0)
    size, one, many = next((step for step in _SPANS if seconds >= 2 * step[0]), _SPANS[-1])
    return counted(seconds // size, one, many)


def size_words(size: int) -> str:
    """`1,5 GB`; below a thousand bytes `900 Byte`."""
    for unit, name in ((10**9, "GB"), (10**6, "MB"), (10**3, "kB")):
        if size >= unit:
            return f"{size / unit:.1f} {name}".replace(".", ",")
    return f"{size} Byte"
