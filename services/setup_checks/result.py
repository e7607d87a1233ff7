"""What a check finds: its state, words for people, and the steps of a connection."""

import hashlib
import hmac
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal

from sqlalchemy.orm import Session

from services.settings import Settings
from services.setup_checks.models import SetupConfirmation

CheckName = Literal[
    "company", "mail_server", "mailbox", "public_address", "second_admin", "backup", "backup_key", "legal_texts", "park"
]


class State(StrEnum):
    """Whether a check or one of its steps is in order. A step is `pending` while the one before it fails."""

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
class Result:
    """What a check found."""

    state: State
    words: str
    steps: Sequence[Step] = ()


@dataclass(frozen=True, slots=True)
class Ground:
    """What a check looks at. `steps`: what the last connection found with these settings, None while there was none;
    `confirmed`: the last confirmation of this check, whatever it was about.
    """

    session: Session
    settings: Settings
    now: datetime
    steps: Sequence[Step] | None = None
    confirmed: SetupConfirmation | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """One check: its title, and how it looks; what helps stands in `checks/catalogue.py`. `probe` connects to something
    and therefore runs outside of any transaction; `fingerprint` names what its steps, or a confirmation, hold for.
    """

    name: CheckName
    title: str
    look: Callable[[Ground], Result]
    probe: Callable[[Settings], Sequence[Step]] | None = None
    fingerprint: Callable[[Session, Settings], str] = lambda _session, _settings: ""


def sealed(settings: Settings, *parts: str) -> str:
    """A fingerprint that gives nothing away of what it is made of, which may be a password."""
    content = "|".join(("setup", *parts)).encode()
    return hmac.new(settings.secret_key, content, hashlib.sha256).hexdigest()


def first_open(steps: Sequence[Step]) -> Step | None:
    """The step that fails."""
    return next((step for step in steps if step.state is State.OPEN), None)
