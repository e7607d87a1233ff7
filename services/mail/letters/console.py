"""Mails of the console to its administrators: a webhook that is paused, the test mail of the page „Einrichten“."""

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
