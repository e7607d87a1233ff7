"""The commonest tasks of the desk, counted in clicks and keys, each against the best of comparable products.

`MOST` is that product's number, `admin-web/README.md` has the table with what was counted here. What is written (a
name, a reason) counts for nobody. What is done in a list or to a pair begins on its
page. A task of another room gets its line here.
"""

import re
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
from tests.fixtures.staff import OWN_PAGE
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.recorder import Recorder
from tests.journeys.console.reservation_pages import ReservationPages
from tests.services.reservations.standing import check_invariants, households, reservation, reserve_many, stand

_FRIDAY = 4
MOST = {
    "caller by name": 2,
    "caller by place": 2,
    "telephone number": 1,
    "note": 2,
    "follow-up in a week": 2,
    "follow-up done": 1,
    "surname": 2,
    "postcode": 2,
    "cancel with reason": 3,
    "undo": 1,
    "failed mail": 3,
    "invite all": 6,
    "merge a pair": 5,
    "export": 3,
    "other place": 2,
}
OTHER = {
    "email": "nele@example.org", "first_name": "Nele", "last_name": "Hartwik", "mobile_phone": "0171 3920025",
}  # fmt: skip


class Tasks(ReservationPages):
    """The tasks, one a method; each leaves its count in `counted`."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.hands = Recorder(page)
        self.counted: dict[str, int] = {}

    def note_down(self, task: str) -> None:
        self.counted[task] = self.hands.taken()

    def call(self, written: str, name: str) -> None:
        """From anywhere to the record of somebody on the telephone."""
        self.hands.press("/")
        expect(self.field).to_be_focused()
        self.hands.write(written)
        first = self.page.get_by_role("group", name=re.compile("^Haushalte")).get_by_role("option").first
        expect(first).to_contain_text(name)
        self.hands.press("Enter")
        expect(self.page.get_by_role("heading", level=1)).to_have_text(name)

    def write_over(self, task: str, fact: str, written: str) -> None:
        """What is written replaces the value of an open fact."""
        self.hands.write(written)
        self.hands.press("Enter")
        expect(self.facts.get_by_role("button", name=re.compile(f"^{fact} .*{written}"))).to_be_focused()
        self.note_down(task)

    def surname(self) -> None:
        self.hands.press("b")
        expect(self.facts.get_by_label("Nachname")).to_be_focused()
        self.write_over("surname", "Name", "Hartwig")

    def postcode(self) -> None:
        self.hands.click(self.facts.get_by_role("button", name=re.compile("^Ort ")))
        self.write_over("postcode", "Ort", "85055")

    def follow_up(self) -> None:
        self.hands.press("s", "3")
        week = berlin_day(utc_now()) + timedelta(days=7)
        if week.weekday() > _FRIDAY:
            week += timedelta(days=7 - week.weekday())
        expect(self.head.locator(f'time[datetime="{week}"]')).to_be_visible()
        self.note_down("follow-up in a week")
        expect(self.head.get_by_role("button", name="Erledigt")).to_be_enabled()
        self.hands.press("e")
        expect(self.head.get_by_role("button", name="Erledigt")).to_have_count(0)
        self.note_down("follow-up done")

    def write_note(self) -> None:
        self.hands.press("n")
        self.hands.write("Ruft am Montag noch einmal an.")
        self.hands.press("Control+Enter")
        expect(self.history.get_by_role("listitem").filter(has_text="Ruft am Montag")).to_be_visible()
        self.note_down("note")

    def cancel_and_undo(self) -> None:
        """The palette knows the operations of the open record: no way through a menu."""
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
        self.note_down("cancel with reason")
        cancelled = self.history.get_by_role("listitem").filter(has_text="Grund: Zieht um")
        expect(cancelled.get_by_role("button", name="Rückgängig machen")).to_be_visible()
        self.hands.press("z")
        expect(self.state()).to_have_text(re.compile("^Neu"))
        self.note_down("undo")

    def see_the_number(self) -> None:
        self.hands.press("t")
        expect(self.head.get_by_role("link", name=re.compile("3920025$"))).to_be_visible()
        self.note_down("telephone number")

    def move(self, number: int) -> None:
        """The commonest reason is there already; another one is chosen or typed."""
        self.hands.press("p")
        expect(self.dialog.get_by_label("Neuer Platz")).to_be_focused()
        self.hands.write(str(number))
        expect(self.dialog.get_by_role("button", name="Platz wechseln")).to_be_enabled()
        self.hands.press("Control+Enter")
        expect(self.dialog).to_have_count(0)
        self.note_down("other place")

    def invite_all(self, count: int) -> None:
        """All of a saved view, over several pages."""
        self.hands.click(self.page.get_by_role("button", name=re.compile("^Ansicht")))
        self.hands.click(self.page.get_by_role("menuitemradio", name="Reserviert, Standard"))
        expect(self.page.get_by_role("button", name=re.compile("^Ansicht: Reserviert, Standard"))).to_be_visible()
        expect(self.rows).to_have_count(25)
        self.hands.click(self.page.get_by_role("checkbox", name="Alle auf dieser Seite auswählen"))
        self.hands.click(self.page.get_by_role("button", name=f"Alle {count} auswählen", exact=True))
        expect(self.page.get_by_text(f"{count} Einträge ausgewählt")).to_be_visible()
        self.hands.click(self.page.get_by_role("button", name="Einladen", exact=True))
        expect(self.dialog.get_by_role("button", name=f"Einladen ({count})")).to_be_enabled()
        self.hands.press("Control+Enter")
        expect(self.dialog.get_by_role("status").first).to_have_text(re.compile(f"^{count} "))
        self.note_down("invite all")

    def merge(self) -> None:
        suspects = self.page.get_by_role("region", name="Anton Brandl")
        self.hands.click(suspects.get_by_role("button", name="Zusammenführen"))
        expect(self.dialog.get_by_label("Grund")).to_be_focused()
        self.hands.write("Zweimal abgeschickt")
        self.hands.press("Control+Enter")
        expect(self.page.get_by_role("heading", level=1)).to_have_text("Anton Brandl")
        self.note_down("merge a pair")

    def correct_the_address(self) -> None:
        self.hands.click(self.page.get_by_role("button", name="Adresse berichtigen"))
        expect(self.dialog.get_by_label("Richtige E-Mail-Adresse")).to_be_focused()
        self.hands.write("nele.hartwig@example.org")
        self.hands.press("Enter")
        expect(self.page.get_by_text("Gerade lehnt kein Postfach eine Mail ab.")).to_be_visible()
        self.note_down("failed mail")

    def export(self) -> None:
        self.hands.click(self.page.get_by_role("button", name="Exportieren"))
        with self.page.expect_download():
            self.hands.click(
                self.dialog.get_by_role("button", name=re.compile("herunterladen$|laden$|export", re.IGNORECASE))
            )
        self.note_down("export")


@pytest.fixture
def desk(page: Page, sign_in: SignIn, records_db: Database) -> Tasks:
    """28 households; a pair that is alike, and Nele Hartwik whose mailbox refuses our mail."""
    now = utc_now()
    twice = [reservation_body(first_name="Anton", last_name="Brandl", email="anton@example.org") for _ in range(2)]
    ids = reserve_many(records_db, now, [*households(26), *twice, reservation_body(**OTHER)])
    for id_ in ids[26:28]:
        stand(records_db, now, id_, ReservationState.RESERVED, duplicate_suspected=True)
    refused = update(Mail).where(Mail.recipient == OTHER["email"])
    records_db.write(
        lambda session: (
            session.execute(refused.values(state="failed", fault="recipient", last_error="550 5.1.1 user unknown"))
            and None
        )
    )
    sign_in(page, "staff")
    view = {
        "sort": "created_at",
        "order": "desc",
        "columns": None,
        "filters": {"state": ["reserved"], "annual_kwh": [2000]},
    }
    body = {"resource": "reservations", "name": "Reserviert, Standard", "is_team": True, "definition": view}
    saved = page.request.post("/api/staff/views", data=body, headers=OWN_PAGE)
    assert saved.status == 201, saved.text()
    return Tasks(page)


@pytest.mark.sample(0)
def test_no_task_takes_more_steps_than_the_table_allows(
    page: Page, desk: Tasks, records_db: Database, subtests: Subtests
) -> None:
    page.goto("/admin/reservations")
    expect(desk.rows.first).to_be_visible()
    with desk.hands.by_keyboard():
        desk.call("29", "Nele Hartwik")
        desk.note_down("caller by place")
        desk.call("hartwik", "Nele Hartwik")
        desk.note_down("caller by name")
        desk.write_note()
        desk.follow_up()
        desk.cancel_and_undo()
        desk.see_the_number()
        desk.surname()
        desk.move(41)
        by_keyboard = set(desk.counted)
    desk.postcode()
    page.goto("/admin/refused-mails")
    desk.correct_the_address()
    page.goto("/admin/reservations/duplicates")
    desk.merge()
    desk.open_list()
    desk.invite_all(28)
    desk.open_list()
    desk.export()
    assert desk.counted.keys() == MOST.keys()
    for task, most in MOST.items():
        with subtests.test(task):
            assert desk.counted[task] <= most
    assert len(by_keyboard) == 10
    row = reservation(records_db, 29)
    assert (row.last_name, row.postcode, row.spot_number, row.state) == ("Hartwig", "85055", 41, "invited")
    check_invariants(records_db)
