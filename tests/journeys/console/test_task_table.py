"""The commonest tasks of the desk: each takes the clicks and keys that the table of `admin-web/README.md` says, which
are no more than with the best of comparable products that it names.

What is written (a name, a reason) counts for nobody. What is done in a list or to a pair begins on its page.
"""

import re
from collections.abc import Iterator
from contextlib import nullcontext
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect
from pytest import Subtests
from sqlalchemy import update

from services.core.clock import berlin_day, utc_now
from services.core.db.db import Database
from services.mail.models import Mail
from services.reservations.states import ReservationState
from tests.factories import reservation_body
from tests.fixtures.proved import proved
from tests.fixtures.servers import Server
from tests.journeys.axe import defects
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.documented_steps import documented_steps
from tests.journeys.console.recorder import Recorder
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.console.staff_calls import call_as
from tests.services.reservations.standing import check_invariants, households, reserve_many, stand

_MONDAY, _FRIDAY = 0, 4
MANY = 26
"""More than a page of the list."""
LARGE = {
    "annual_kwh": 3000, "expected_annual_credit": 180, "expected_monthly_credit": 15, "expected_total_credits": 3600,
}  # fmt: skip
PEOPLE = ("Hartwik", "Amann", "Brandl", "Demir", "Engel", "Frank", "Groß", "Huber", "Ilić", "Kolb", "Jahn")
"""Each is the household of the tasks that need one; Jahn's mailbox refuses our mail."""


@pytest.fixture(scope="module", autouse=True)
def ids(module_server: Server, module_db: Database) -> Iterator[dict[str, int]]:
    """Households by their last name, a pair that is alike, and a view of those that are to be invited."""
    now = utc_now()
    persons = [
        reservation_body(
            first_name="Nele", last_name=name, email=f"nele{n}@example.org", mobile_phone=f"0171 392{n:04}"
        )
        for n, name in enumerate(PEOPLE)
    ]
    anton = {"first_name": "Anton", "last_name": "Wirth", "email": "anton@example.org"}
    twice = [reservation_body(**anton), reservation_body(**anton, postcode="85055")]
    made = reserve_many(module_db, now, [*persons, *twice, *households(MANY, **LARGE)])
    for id_ in made[len(PEOPLE) : len(PEOPLE) + 2]:
        stand(module_db, now, id_, ReservationState.RESERVED, duplicate_suspected=True)
    failed = {"state": "failed", "fault": "recipient", "last_error": "550 5.1.1 user unknown"}
    refused = update(Mail).where(Mail.recipient == persons[-1]["email"]).values(failed)
    module_db.write(lambda session: session.execute(refused) and None)
    filters = {"state": ["reserved"], "annual_kwh": [LARGE["annual_kwh"]]}
    view = {"sort": "created_at", "order": "desc", "columns": None, "filters": filters}
    body = {"resource": "reservations", "name": "Reserviert, Premium", "is_team": True, "definition": view}
    call_as(module_server, module_db, "staff", "/api/staff/views", body)
    yield dict(zip(PEOPLE, made, strict=False))
    check_invariants(module_db)


class Desk(ReservationPages):
    """The tasks, one a method of the same name; what comes before the first step is no part of it."""

    def __init__(self, page: Page, ids: dict[str, int]) -> None:
        super().__init__(page)
        self.hands = Recorder(page)
        self.ids = ids

    def begin_with(self, name: str) -> None:
        """The record of that household is open."""
        self.page.goto(f"/admin/reservations/{self.ids[name]}/show")
        expect(self.page.get_by_role("heading", level=1)).to_have_text(f"Nele {name}")
        expect(self.facts.first).to_be_visible()

    def call(self, written: str, name: str) -> None:
        """From anywhere to the record of somebody on the telephone."""
        self.page.goto("/admin/parks")
        expect(self.page.get_by_role("link", name="Solarpark Ingolstadt")).to_be_visible()
        self.hands.press("/")
        expect(self.field).to_be_focused()
        self.hands.write(written)
        first = self.page.get_by_role("group", name=re.compile("^Haushalte")).get_by_role("option").first
        expect(first).to_contain_text(name)
        self.hands.press("Enter")
        expect(self.page.get_by_role("heading", level=1)).to_have_text(name)

    def caller_by_name(self) -> None:
        self.call("hartwik", "Nele Hartwik")

    def caller_by_place(self) -> None:
        self.call("1", "Nele Hartwik")

    def telephone_number(self) -> None:
        self.begin_with("Amann")
        self.hands.press("t")
        expect(self.head.get_by_role("link", name=re.compile("3920001$"))).to_be_visible()

    def note(self) -> None:  # type: ignore[override]
        self.begin_with("Brandl")
        self.hands.press("n")
        self.hands.write("Ruft am Montag noch einmal an.")
        self.hands.press("Control+Enter")
        expect(self.history.get_by_role("listitem").filter(has_text="Ruft am Montag")).to_be_visible()

    def follow_up_in_a_week(self) -> None:
        self.begin_with("Demir")
        self.hands.press("s", "3")
        week = berlin_day(utc_now()) + timedelta(days=7)
        if week.weekday() > _FRIDAY:
            week += timedelta(days=7 - week.weekday())
        elif week.weekday() == _MONDAY:  # „Montag“ is that day already: the three are never the same.
            week += timedelta(days=1)
        expect(self.head.locator(f'time[datetime="{week}"]')).to_be_visible()

    def follow_up_done(self) -> None:
        self.begin_with("Engel")
        self.page.keyboard.press("s")
        self.page.keyboard.press("3")
        expect(self.head.get_by_role("button", name="Erledigt")).to_be_enabled()
        self.hands.press("e")
        expect(self.head.get_by_role("button", name="Erledigt")).to_have_count(0)

    def _write_over(self, fact: str, written: str) -> None:
        """What is written replaces the value of an open fact."""
        self.hands.write(written)
        self.hands.press("Enter")
        expect(self.facts.get_by_role("button", name=re.compile(f"^{fact} .*{written}"))).to_be_focused()

    def surname(self) -> None:
        self.begin_with("Frank")
        self.hands.press("b")
        expect(self.facts.get_by_label("Nachname")).to_be_focused()
        self._write_over("Name", "Franke")
        expect(self.history).to_contain_text(re.compile(r"Nachname\s*Frank\s*→\s*Franke"))

    def postcode(self) -> None:
        self.begin_with("Kolb")
        self.hands.click(self.facts.get_by_role("button", name=re.compile("^Ort ")))
        self._write_over("Ort", "85055")

    def other_place(self) -> None:
        """The commonest reason is there already; another one is chosen or typed."""
        self.begin_with("Groß")
        self.hands.press("p")
        expect(self.dialog.get_by_label("Neuer Platz")).to_be_focused()
        self.hands.write("77")
        expect(self.dialog.get_by_role("button", name="Platz wechseln")).to_be_enabled()
        self.hands.press("Control+Enter")
        expect(self.dialog).to_have_count(0)
        expect(self.head).to_contain_text("Platz 77")

    def cancel_with_reason(self) -> None:
        """The palette knows the operations of the open record: no way through a menu."""
        self.begin_with("Huber")
        self._cancel()

    def _cancel(self) -> None:
        self.hands.press("/")
        self.hands.write("stornieren")
        operation = self.page.get_by_role("group", name=re.compile("^Vorgänge zu")).get_by_role("option")
        expect(operation.first).to_have_attribute("aria-selected", "true")
        self.hands.press("Enter")
        expect(self.dialog.get_by_label("Grund")).to_be_focused()
        self.hands.write("Zieht um")
        expect(self.dialog.get_by_role("button", name="Stornieren")).to_be_enabled()
        self.hands.press("Control+Enter")
        expect(self.dialog).to_have_count(0)
        expect(self.state()).to_have_text(re.compile("^Storniert"))

    def undo(self) -> None:
        self.begin_with("Ilić")
        self._cancel()
        cancelled = self.history.get_by_role("listitem").filter(has_text="Grund: Zieht um")
        expect(cancelled.get_by_role("button", name="Rückgängig machen")).to_be_visible()
        self.hands.taken()
        self.hands.press("z")
        expect(self.state()).to_have_text(re.compile("^Neu"))

    def failed_mail(self) -> None:
        self.page.goto("/admin/refused-mails")
        self.hands.click(self.page.get_by_role("button", name="Adresse berichtigen"))
        expect(self.dialog.get_by_label("Richtige E-Mail-Adresse")).to_be_focused()
        self.hands.write("nele.jahn@example.org")
        self.hands.press("Enter")
        expect(self.page.get_by_text("Gerade lehnt kein Postfach eine Mail ab.")).to_be_visible()

    def invite_all_of_a_view(self) -> None:
        """Over several pages."""
        self.open_list()
        self.hands.click(self.page.get_by_role("button", name=re.compile("^Ansicht")))
        self.hands.click(self.page.get_by_role("menuitemradio", name="Reserviert, Premium"))
        expect(self.page.get_by_role("button", name=re.compile("^Ansicht: Reserviert, Premium"))).to_be_visible()
        expect(self.rows).to_have_count(25)
        self.hands.click(self.page.get_by_role("checkbox", name="Alle auf dieser Seite auswählen"))
        self.hands.click(self.page.get_by_role("button", name=f"Alle {MANY} auswählen", exact=True))
        expect(self.page.get_by_text(f"{MANY} Einträge ausgewählt")).to_be_visible()
        self.hands.click(self.page.get_by_role("button", name="Einladen", exact=True))
        expect(self.dialog.get_by_role("button", name=f"Einladen ({MANY})")).to_be_enabled()
        self.hands.press("Control+Enter")
        expect(self.dialog.get_by_role("status").first).to_have_text(re.compile(f"^{MANY} "))

    def merge_a_pair(self) -> None:
        self.page.goto("/admin/reservations/duplicates")
        suspects = self.page.get_by_role("region", name="Anton Wirth")
        expect(suspects.locator("mark")).to_have_count(2)  # what differs
        assert defects(self.page) == []
        self.hands.click(suspects.get_by_role("button", name="Zusammenführen"))
        expect(self.dialog.get_by_label("Grund")).to_be_focused()
        self.hands.write("Zweimal abgeschickt")
        self.hands.press("Control+Enter")
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Anton Wirth")

    def export_the_list(self) -> None:
        self.open_list()
        self.hands.click(self.page.get_by_role("button", name="Exportieren"))
        with self.page.expect_download():
            self.hands.click(
                self.dialog.get_by_role("button", name=re.compile("herunterladen$|laden$|export", re.IGNORECASE))
            )


BY_KEYBOARD = (
    "caller by name",
    "telephone number",
    "note",
    "follow-up in a week",
    "follow-up done",
    "surname",
    "other place",
    "cancel with reason",
    "undo",
)
"""A click of one of these fails it."""
COUNTED = (
    "caller by name", "telephone number", "follow-up in a week", "surname", "cancel with reason",
    "invite all of a view", "merge a pair",
)  # fmt: skip
ELSEWHERE_TOO = (
    "caller by place", "note", "follow-up done", "postcode", "other place", "undo", "failed mail", "export the list",
)  # fmt: skip
"""Another journey of `make test` does the same without counting."""


def test_each_task_takes_the_steps_of_the_table(
    page: Page, write_as: SignIn, ids: dict[str, int], subtests: Subtests
) -> None:
    write_as(page, "staff")
    for task in proved(COUNTED, COUNTED + ELSEWHERE_TOO):
        desk = Desk(page, ids)
        with subtests.test(task), desk.hands.by_keyboard() if task in BY_KEYBOARD else nullcontext():
            getattr(desk, task.replace(" ", "_").replace("-", "_"))()
            ours, others = documented_steps(task)
            assert desk.hands.taken() == ours
            assert others is None or ours <= others
