"""A clerk at work: what somebody at the desk does in one browser, and what of it is on record."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from services.mail.models import Mail
from services.reservations.models import Reservation
from services.staff.models import Account, AuditEntry
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.records import Records


class Clerk(ReservationPages):
    """The pages of reservations as one clerk uses them, beside what the database holds."""

    def __init__(self, page: Page, records: Records, name: str) -> None:
        super().__init__(page)
        self.records = records
        self._name = name
        self._read = 0

    def logged(self) -> list[str]:
        """What the audit log says that the clerk has done since the last look."""
        [actor] = [f"staff:{row['id']}" for row in self.records.rows(Account) if row["name"] == self._name]
        entries = self.records.rows(AuditEntry)
        fresh, self._read = entries[self._read :], len(entries)
        return [entry["action"] for entry in fresh if entry["actor"] == actor]

    def stored(self, email: str) -> dict[str, Any]:
        """The one reservation of an address."""
        [row] = [row for row in self.records.rows(Reservation) if row["email"] == email]
        return row

    def mails(self, kind: str) -> list[str]:
        """Where the mails of a kind stand, the oldest first."""
        return [mail["state"] for mail in self.records.rows(Mail) if mail["kind"] == kind]

    def today(self) -> None:
        self.page.get_by_role("link", name="Heute", exact=True).click()
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Heute")

    @property
    def work(self) -> Locator:
        return self.page.get_by_role("region", name="Zu erledigen")

    def take_up(self, verb: str, of: str) -> None:
        """Open what the line of the queue is about: its record, or the page on which it is decided."""
        self.work.get_by_role("button", name=re.compile(f"^{verb} .*{of}")).click()
        pane = self.page.get_by_role("region", name="Die Aufgabe")
        expect(pane.get_by_role("heading", level=2)).to_contain_text(of)
        pane.get_by_role("link").first.click()

    def find(self, words: str, name: str) -> None:
        """Search from wherever the clerk is, and open the household."""
        self.search(words)
        expect(self.rows).to_have_count(1)
        self.open(name)

    def select(self, *names: str) -> None:
        """Tick these households in the list."""
        for name in names:
            self.page.get_by_role("row").filter(has_text=name).get_by_role("checkbox").check()
        expect(self.page.get_by_text(f"{len(names)} Einträge ausgewählt")).to_be_visible()

    def start(self, operation: str) -> None:
        self.page.get_by_role("button", name=operation, exact=True).click()
        expect(self.dialog.get_by_role("heading", name=re.compile(f"^{operation}"), level=2)).to_be_visible()

    def told(self, words: str) -> None:
        """The notice at the edge of the page."""
        expect(self.page.get_by_text(words, exact=True)).to_be_visible()
