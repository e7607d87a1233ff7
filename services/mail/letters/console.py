"""Mails of the console to its staff: a paused webhook, overdue work, the test mail of „Zustand“."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class WebhookPaused:
    """To administrators: a receiver of webhooks has failed for so long that nothing is sent to it any more."""

    kind: ClassVar = "webhook_paused"
    subject: ClassVar = "Ein Webhook ist angehalten"
    reply_to: ClassVar = ""

    name: str
    webhook: str
    reason: str
    """A German sentence."""
    link: str


@dataclass(frozen=True, slots=True)
class SetupTest:
    """To an address that the administration chose: the code that proves that our mails arrive."""

    kind: ClassVar = "setup_test"
    subject: ClassVar = "Testmail von Voltigo"
    reply_to: ClassVar = ""

    code: str
    """Six digits. Reading it proves that the mail arrived: see `SECRET_MEMBERS`."""


@dataclass(frozen=True, slots=True)
class WorkOverdue:
    """To administrators, at most once a morning: work that has become overdue, counted by kind, without names."""

    kind: ClassVar = "work_overdue"
    subject: ClassVar = "Überfällige Aufgaben"
    reply_to: ClassVar = ""

    name: str
    lines: list[str]
    """German, each without its full stop."""
    link: str
