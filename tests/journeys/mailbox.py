"""What the server has really sent, read as its recipient would."""

import email
import email.policy
import re

from services.mail.models import Mail
from tests.fixtures.servers import Server
from tests.journeys.records import Records, eventually

_LINK = re.compile(r"https?://\S+?(/[a-z-]+#(?:link|uebernahme)=[^\s&]+)")


class Mailbox:
    """The mails to an address, or to everybody where none is named."""

    def __init__(self, server: Server, records: Records, address: str = "") -> None:
        self._folder, self._records, self._address = server.mail_dir, records, address

    def _sent(self, kind: str) -> list[str]:
        rows = (row for row in self._records.rows(Mail) if row["kind"] == kind and row["state"] == "sent")
        return [row["message_id"] for row in rows if self._address in ("", row["recipient"])]

    def read(self, kind: str, number: int = 1) -> str:
        """The words of the so-many-th mail of a kind, in one line; waits until it is sent."""
        eventually(lambda: len(self._sent(kind)) >= number, f"mail {number} {kind} to {self._address} is sent")
        wanted = self._sent(kind)[number - 1]
        (file,) = (file for file in self._folder.glob("*.eml") if wanted in file.read_text("utf-8"))
        body = email.message_from_bytes(file.read_bytes(), policy=email.policy.default).get_body(("plain",))
        assert body is not None
        return " ".join(body.get_content().split())

    def link(self, kind: str, number: int = 1) -> str:
        """Where its first link to a page of one's own leads."""
        found = _LINK.search(self.read(kind, number))
        assert found is not None
        return found[1]

    def only_link(self, kind: str) -> str:
        """The same of the only mail of a kind."""
        link = self.link(kind)
        assert len(self._sent(kind)) == 1
        return link
