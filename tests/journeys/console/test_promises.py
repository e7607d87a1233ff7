"""Sentences of the console that promise a time, each followed until just before and just after it.

Those whose moment passes in one call are followed in `services`: a note that is withdrawn, a request for a second
person, a confirmation of oneself, a former secret.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from services.core.db.db import Database
from services.mail.models import Mail
from services.messages.models import Conversation
from services.parks.models import Spot
from services.reservations.models import Reservation
from tests.fixtures.browser import Watch
from tests.fixtures.later import A_LITTLE, Later
from tests.fixtures.servers import Server, server_starter
from tests.fixtures.staff import add_member
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.console.reserving import reserve
from tests.journeys.console.setting_up import close_the_link, mailed_path
from tests.journeys.console.test_messages import ask
from tests.journeys.records import Records, eventually
from tests.journeys.tab import follow, leave

pytestmark = [
    pytest.mark.own_tab,  # whose clock is put forward with the server's
    pytest.mark.xdist_group("console, promises"),
]

DAY, GRACE = timedelta(hours=24), timedelta(minutes=10)
MOMENTS = timedelta(minutes=2)
"""As near as it comes to the end of ten minutes."""


@pytest.fixture(scope="module")
def later(tmp_path_factory: pytest.TempPathFactory) -> Later:
    """The clock of the module's server. It is only ever put forward, so each test goes by `later.now()`."""
    return Later(tmp_path_factory.mktemp("later"))


@pytest.fixture(scope="module")
def module_server(
    module_url: str, later: Later, built_site: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """It sends what is due."""
    with server_starter(tmp_path_factory.mktemp("promises")) as start:
        yield start(module_url, script=later.script, rate_limits="off", scheduler="embedded")


class Desk(ReservationPages):
    """One household, a clerk at a page by the server's clock, and what the database holds of them."""

    def __init__(self, page: Page, server: Server, records: Records, later: Later, sign_in: SignIn) -> None:
        super().__init__(page)
        self.server, self.records, self.later, self._sign_in = server, records, later, sign_in
        page.clock.set_system_time(later.now())

    def sign_in(self, role: str = "staff", name: str = "Miriam Falk") -> None:
        """With a session of now; it ends long before some of the promises."""
        self._sign_in(self.page, role, name=name, now=self.later.now())

    def put(self, moment: datetime, *others: Page) -> None:
        self.later.put(moment, self.page, *others)

    def come_back(self, moment: datetime) -> None:
        """Hours later, when the session of the page is over: an open page would ask for news with it."""
        leave(self.page)
        self.put(moment)

    def reserve(self, email: str) -> int:
        """The number of the place."""
        return reserve(self.page, self.server, email=email)

    def row(self, email: str) -> dict[str, object]:
        [row] = [row for row in self.records.rows(Reservation) if row["email"] == email]
        return row

    def open_record(self, email: str) -> None:
        self.page.goto(f"/admin/reservations/{self.row(email)['id']}/show")
        expect(self.head).to_be_visible()

    def mails(self, kind: str, to: str) -> list[str]:
        """Where the mails of a kind stand, the oldest first."""
        return [row["state"] for row in self.records.rows(Mail) if (row["kind"], row["recipient"]) == (kind, to)]

    def outbox_was_served(self, email: str) -> None:
        """Another household reserves, and its mail leaves: what was due before it has left, too."""
        self.reserve(email)
        eventually(lambda: self.mails("reservation_received", email) == ["sent"], "the next mail leaves")

    def do(self, operation: str, *said: str, reason: str = "") -> datetime:
        """Do it, after reading what it promises; answers when it was done."""
        self.operate(operation)
        for words in said:
            expect(self.dialog).to_contain_text(words)
        self.confirm(operation, reason)
        expect(self.dialog).to_have_count(0)
        return self.later.now()


@pytest.fixture
def desk(page: Page, module_server: Server, module_records: Records, later: Later, write_as: SignIn) -> Desk:
    return Desk(page, module_server, module_records, later, write_as)


def test_an_invitation_can_be_undone_until_its_mail_leaves_and_a_cancellation_for_a_day(desk: Desk) -> None:
    """„Der Haushalt erhält in 10 Minuten eine Mail“. „Rückgängig machen lässt sich das, solange die Mail nicht
    hinausgegangen ist: 10 Minuten.“ „Der Platz bleibt 24 Stunden gesperrt und wird dann frei.“ „Rückgängig machen
    lässt sich das 24 Stunden lang. Ist die Mail dann schon hinausgegangen, folgt eine berichtigende.“
    """
    nele, page, later = "nele@example.org", desk.page, desk.later
    place = desk.reserve(nele)
    desk.sign_in()
    desk.open_record(nele)
    said = (
        "Der Haushalt erhält in 10 Minuten eine Mail: „",
        "Rückgängig machen lässt sich das, solange die Mail nicht hinausgegangen ist: 10 Minuten.",
    )
    promised = desk.do("Einladen", *said) + GRACE
    expect(desk.state()).to_contain_text("Eingeladen")
    desk.put(promised - MOMENTS)
    desk.outbox_was_served("otto@example.org")
    assert desk.mails("contract_invitation", nele) == ["queued"]
    page.keyboard.press("z")
    expect(desk.state()).to_contain_text("Neu")
    assert desk.mails("contract_invitation", nele) == ["cancelled"]
    promised = desk.do("Einladen", *said) + GRACE
    expect(desk.state()).to_contain_text("Eingeladen")
    desk.put(promised + MOMENTS)
    eventually(lambda: desk.mails("contract_invitation", nele) == ["cancelled", "sent"], "the household is invited")
    page.reload()
    expect(desk.state()).to_contain_text("Eingeladen")
    page.keyboard.press("z")
    expect(
        page.get_by_text(re.compile(r"^Nichts zurückzunehmen, weil die Mail .* hinausgegangen ist\.$"))
    ).to_be_visible()

    said = (
        f"Der Platz {place} bleibt 24 Stunden gesperrt und wird dann frei.",
        "Der Haushalt erhält in 10 Minuten eine Mail",
        "Rückgängig machen lässt sich das 24 Stunden lang. Ist die Mail dann schon hinausgegangen, folgt eine",
    )
    promised = desk.do("Stornieren", *said, reason="Zieht um") + DAY
    expect(desk.state()).to_contain_text("Storniert")
    desk.come_back(promised - A_LITTLE)
    eventually(lambda: desk.mails("reservation_cancelled", nele) == ["sent"], "the household is told")
    assert desk.reserve("paul@example.org") != place
    desk.sign_in(name="Jonas Reiter")
    desk.open_record(nele)
    cancelled = desk.history.get_by_role("listitem").filter(has_text="Grund: Zieht um")
    undo = cancelled.get_by_role("button", name="Rückgängig machen")
    expect(cancelled).to_contain_text("bis heute")
    undo.click()
    expect(desk.state()).to_contain_text("Eingeladen")
    desk.put(later.now() + GRACE + MOMENTS)
    eventually(lambda: desk.mails("reservation_reinstated", nele) == ["sent"], "the correcting mail follows")

    promised = desk.do("Stornieren", *said, reason="Zieht um") + DAY
    desk.come_back(promised + A_LITTLE)
    eventually(lambda: desk.records.rows(Spot)[place - 1]["state"] == "free", "the place is free")
    desk.sign_in(name="Nora Abt")
    desk.open_record(nele)
    expect(undo).to_have_count(0)
    page.keyboard.press("z")
    words = "Nichts zurückzunehmen, weil der Platz inzwischen frei geworden ist."
    expect(page.get_by_text(words, exact=True)).to_be_visible()


def test_an_answer_waits_ten_minutes_in_which_it_comes_back(desk: Desk) -> None:
    """„Die Antwort wartet zehn Minuten, solange holt z sie zurück.“ „Geht um … hinaus.“"""
    rosa, page, later = "rosa@example.org", desk.page, desk.later
    desk.reserve(rosa)
    ask(desk.server, str(desk.row(rosa)["reference"]), rosa)
    desk.sign_in()
    page.goto("/admin/messages")
    page.get_by_role("row").filter(has_text="Wie geht es jetzt weiter?").get_by_role("link").first.click()
    text = page.get_by_label("Text", exact=True)
    text.fill("Guten Tag, im Mai geht es weiter.")
    text.press("Control+Enter")
    promised = later.now() + GRACE
    on_its_way = page.get_by_role("region", name="Unterwegs")
    expect(on_its_way).to_contain_text("Noch 10 Minuten.")
    desk.put(promised - MOMENTS)
    expect(on_its_way).to_contain_text("Noch 2 Minuten.")
    desk.outbox_was_served("susi@example.org")
    assert desk.mails("staff_answer", rosa) == ["queued"]
    page.keyboard.press("z")
    expect(text).to_have_value("Guten Tag, im Mai geht es weiter.")
    assert desk.mails("staff_answer", rosa) == ["cancelled"]
    assert desk.records.only(Conversation)["state"] == "open"

    text.press("Control+Enter")
    promised = later.now() + GRACE
    expect(on_its_way).to_be_visible()
    desk.put(promised + MOMENTS)
    eventually(lambda: desk.mails("staff_answer", rosa) == ["cancelled", "sent"], "the answer leaves")
    assert len([file for file in desk.server.mail_dir.glob("*.eml") if "[NA-" in file.read_text()]) == 1
    page.reload()
    expect(page.get_by_role("list").get_by_text("gesendet heute")).to_be_visible()
    expect(on_its_way).to_have_count(0)


@contextmanager
def colleague(browser: Browser, server: Server, watch: Watch) -> Iterator[Page]:
    """A page of somebody else's browser, watched too."""
    context = browser.new_context(base_url=server.url, locale="de-DE", reduced_motion="reduce")
    watch.follow(context)
    yield context.new_page()
    context.close()


def follow_link(desk: Desk, other: Page, path: str, promised: datetime) -> None:
    """It opens just before, and just after it says that it is over."""
    desk.put(promised - A_LITTLE, other)
    other.goto(path)
    expect(other.get_by_label("Passwort", exact=True)).to_be_visible()
    desk.put(promised + A_LITTLE, other)
    follow(other, path)
    expect(other.get_by_role("heading", level=1)).to_have_text("Dieser Link geht nicht")
    expect(other.get_by_role("alert")).to_contain_text("abgelaufen")


def test_links_of_the_team_last_as_long_as_they_say_and_nothing_is_on_its_way_without_a_mail_server(
    desk: Desk, browser: Browser, module_db: Database, watch: Watch
) -> None:
    """„Er gilt 72 Stunden.“ „… ein Link für ein neues Passwort 60 Minuten“."""
    watch.expect("status of 4.. .*/api/staff/")
    page, later = desk.page, desk.later
    desk.sign_in("admin")
    page.goto("/admin/accounts")
    page.get_by_role("button", name="Person einladen").click()
    dialog = page.get_by_role("dialog", name="Person einladen")
    expect(dialog).to_contain_text("Dorthin geht der Link. Er gilt 72 Stunden.")
    dialog.get_by_label("Name").fill("Jonas Reh")
    dialog.get_by_label("E-Mail-Adresse").fill("jonas@example.org")
    dialog.get_by_role("radio", name=re.compile("^Sachbearbeitung")).check()
    dialog.get_by_role("button", name="Einladen").click()
    promised = later.now() + timedelta(hours=72)
    expect(page.get_by_role("dialog", name="Link für Jonas Reh")).to_contain_text("erreicht niemanden")
    close_the_link(page, "Jonas Reh")
    expect(page.locator("body")).not_to_contain_text("unterwegs")
    path = mailed_path(desk.server, "jonas@example.org")
    leave(page)
    with colleague(browser, desk.server, watch) as other:
        follow_link(desk, other, path, promised)
        nora = add_member(module_db, "staff", name="Nora Abt", now=later.now())
        desk.sign_in("admin")
        page.goto("/admin/accounts")
        page.get_by_role("link", name="Jonas Reh").click()
        expect(page.get_by_text("Die Einladung ist abgelaufen. Senden Sie eine neue.")).to_be_visible()
        page.goto(f"/admin/accounts/{nora.id}/show")
        expect(page.get_by_text("ein Link für ein neues Passwort 60 Minuten;")).to_be_visible()
        page.get_by_role("button", name="Neuen Link senden").click()
        page.get_by_role("dialog").get_by_role("button", name="Neuen Link senden").click()
        promised = later.now() + timedelta(minutes=60)
        close_the_link(page, "Nora Abt")
        path = mailed_path(desk.server, nora.email)
        leave(page)
        follow_link(desk, other, path, promised)
