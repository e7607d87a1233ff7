"""Sentences of the console that promise a time, each followed until just before and just after it."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Browser, Page, expect

from services.core.db.db import Database
from services.mail.models import Mail
from services.messages.models import Conversation
from services.parks.models import Spot
from services.reservations.models import Reservation
from services.reservations.states import ReservationState
from services.settings import Settings
from services.staff.models import Account
from tests.fixtures.browser import Watch
from tests.fixtures.http_peer import HttpPeer, listening_http
from tests.fixtures.later import A_LITTLE, Later
from tests.fixtures.servers import Server, StartServer
from tests.fixtures.staff import PASSWORD, add_member, sign_in_browser
from tests.journeys.conftest import with_jobs
from tests.journeys.console.conftest import SignIn
from tests.journeys.console.reservation_pages import ReservationPages
from tests.journeys.console.reserving import reserve
from tests.journeys.console.setting_up import close_the_link, mailed_path
from tests.journeys.console.test_messages import HOUSEHOLD, ask
from tests.journeys.pages import HeldBack
from tests.journeys.records import Records, eventually
from tests.services.integrations.receiving import is_signed
from tests.services.reservations.standing import households, reserve_many, stand

pytestmark = pytest.mark.own_tab  # whose clock is put forward with the server's

DAY, GRACE = timedelta(hours=24), timedelta(minutes=10)
MOMENTS = timedelta(minutes=2)
"""As near as it comes to the end of ten minutes."""


@pytest.fixture
def server(
    start_server: StartServer,
    sqlite_url: str,
    server_settings: dict[str, object],
    own_port: int,
    later: Later,
    built_site: None,
) -> Server:
    """A server by a clock that the test puts forward."""
    settings: dict[str, object] = {"rate_limits": "off", "scheduler": "off", "port": own_port}
    return start_server(sqlite_url, script=later.script, **settings | server_settings)


@pytest.fixture
def pages(page: Page) -> ReservationPages:
    return ReservationPages(page)


def mails(records: Records, kind: str) -> list[str]:
    """Where the mails of a kind stand, the oldest first."""
    return [row["state"] for row in records.rows(Mail) if row["kind"] == kind]


def outbox_was_served(page: Page, server: Server, records: Records) -> None:
    """Another household reserves, and its mail leaves: what was due before it has left, too."""
    sent = mails(records, "reservation_received").count("sent")
    reserve(page, server)
    eventually(lambda: mails(records, "reservation_received").count("sent") > sent, "the next mail leaves")


def leave(page: Page) -> None:
    """Before the session of the page is over: an open page would ask for news with it."""
    page.goto("about:blank")


def open_reservation(page: Page, records: Records) -> None:
    """The first one."""
    page.goto(f"/admin/reservations/{records.rows(Reservation)[0]['id']}/show")
    expect(page.get_by_role("region", name="Auf einen Blick")).to_be_visible()


def operate(pages: ReservationPages, operation: str, *said: str, reason: str = "") -> None:
    """Do it, after reading what it promises."""
    pages.operate(operation)
    for words in said:
        expect(pages.dialog).to_contain_text(words)
    pages.confirm(operation, reason)
    expect(pages.dialog).to_have_count(0)


def cancel(pages: ReservationPages, later: Later) -> datetime:
    """Cancel the open reservation; until when that can be undone."""
    operate(
        pages,
        "Stornieren",
        "Der Platz 1 bleibt 24 Stunden gesperrt und wird dann frei.",
        "Der Haushalt erhält in 10 Minuten eine Mail",
        "Rückgängig machen lässt sich das 24 Stunden lang. Ist die Mail dann schon hinausgegangen, folgt eine",
        reason="Zieht um",
    )
    expect(pages.state()).to_contain_text("Storniert")
    return later.now() + DAY


@with_jobs
def test_a_cancellation_can_be_undone_for_a_day(
    page: Page, pages: ReservationPages, server: Server, sign_in: SignIn, records: Records, later: Later
) -> None:
    """„Der Platz 1 bleibt 24 Stunden gesperrt und wird dann frei.“ „Rückgängig machen lässt sich das 24 Stunden lang.
    Ist die Mail dann schon hinausgegangen, folgt eine berichtigende.“
    """
    assert reserve(page, server) == 1
    sign_in(page, "staff", name="Miriam Falk")
    open_reservation(page, records)
    promised = cancel(pages, later)
    leave(page)

    later.put(promised - A_LITTLE, page)
    eventually(lambda: mails(records, "reservation_cancelled") == ["sent"], "the household is told")
    assert reserve(page, server) == 2
    sign_in(page, "staff", name="Jonas Reiter", now=later.now())
    open_reservation(page, records)
    cancelled = pages.history.get_by_role("listitem").filter(has_text="Grund: Zieht um")
    undo = cancelled.get_by_role("button", name="Rückgängig machen")
    expect(cancelled).to_contain_text("bis heute")
    undo.click()
    expect(pages.state()).to_contain_text("Neu")
    later.put(later.now() + GRACE + MOMENTS, page)
    eventually(lambda: mails(records, "reservation_reinstated") == ["sent"], "the correcting mail follows")

    promised = cancel(pages, later)
    leave(page)
    later.put(promised + A_LITTLE, page)
    eventually(lambda: records.rows(Spot)[0]["state"] == "free", "the place is free")
    sign_in(page, "staff", name="Nora Abt", now=later.now())
    open_reservation(page, records)
    expect(undo).to_have_count(0)
    page.keyboard.press("z")
    expect(
        page.get_by_text("Nichts zurückzunehmen, weil der Platz inzwischen frei geworden ist.", exact=True)
    ).to_be_visible()
    assert reserve(page, server) == 1


@with_jobs
def test_an_invitation_waits_ten_minutes_in_which_it_can_be_undone(
    page: Page, pages: ReservationPages, server: Server, sign_in: SignIn, records: Records, later: Later
) -> None:
    """„Der Haushalt erhält in 10 Minuten eine Mail“. „Rückgängig machen lässt sich das, solange die Mail nicht
    hinausgegangen ist: 10 Minuten.“
    """
    reserve(page, server)
    sign_in(page, "staff", name="Miriam Falk")
    open_reservation(page, records)
    said = (
        "Der Haushalt erhält in 10 Minuten eine Mail: „",
        "Rückgängig machen lässt sich das, solange die Mail nicht hinausgegangen ist: 10 Minuten.",
    )
    operate(pages, "Einladen", *said)
    promised = later.now() + GRACE
    expect(pages.state()).to_contain_text("Eingeladen")
    later.put(promised - MOMENTS, page)
    outbox_was_served(page, server, records)
    assert mails(records, "contract_invitation") == ["queued"]
    page.keyboard.press("z")
    expect(pages.state()).to_contain_text("Neu")
    assert mails(records, "contract_invitation") == ["cancelled"]

    operate(pages, "Einladen", *said)
    promised = later.now() + GRACE
    expect(pages.state()).to_contain_text("Eingeladen")
    later.put(promised + MOMENTS, page)
    eventually(lambda: mails(records, "contract_invitation") == ["cancelled", "sent"], "the household is invited")
    page.reload()
    expect(pages.state()).to_contain_text("Eingeladen")
    page.keyboard.press("z")
    expect(
        page.get_by_text(re.compile(r"^Nichts zurückzunehmen, weil die Mail .* hinausgegangen ist\.$"))
    ).to_be_visible()
    expect(pages.state()).to_contain_text("Eingeladen")


@with_jobs
def test_an_answer_waits_ten_minutes_in_which_it_comes_back(
    page: Page, server: Server, sign_in: SignIn, records: Records, later: Later
) -> None:
    """„Die Antwort wartet zehn Minuten, solange holt z sie zurück.“ „Geht um … hinaus.“"""
    reserve(page, server, email=HOUSEHOLD)
    ask(server, records.only(Reservation)["reference"])
    sign_in(page, "staff", name="Miriam Falk")
    page.goto("/admin/messages")
    page.get_by_role("row").filter(has_text="Wie geht es jetzt weiter?").get_by_role("link").first.click()
    text = page.get_by_label("Text", exact=True)
    text.fill("Guten Tag, im Mai geht es weiter.")
    text.press("Control+Enter")
    promised = later.now() + GRACE
    on_its_way = page.get_by_role("region", name="Unterwegs")
    expect(on_its_way).to_contain_text("Noch 10 Minuten.")

    later.put(promised - MOMENTS, page)
    outbox_was_served(page, server, records)
    assert mails(records, "staff_answer") == ["queued"]
    expect(on_its_way).to_contain_text("Noch 2 Minuten.")
    page.keyboard.press("z")
    expect(text).to_have_value("Guten Tag, im Mai geht es weiter.")
    assert (mails(records, "staff_answer"), records.only(Conversation)["state"]) == (["cancelled"], "open")

    text.press("Control+Enter")
    promised = later.now() + GRACE
    expect(on_its_way).to_be_visible()
    later.put(promised + MOMENTS, page)
    eventually(lambda: mails(records, "staff_answer") == ["cancelled", "sent"], "the answer leaves")
    assert len([file for file in server.mail_dir.glob("*.eml") if "[NA-" in file.read_text()]) == 1
    page.reload()
    expect(page.get_by_role("list").get_by_text("gesendet heute")).to_be_visible()
    expect(on_its_way).to_have_count(0)


# Without jobs


@pytest.mark.sample(0)
def test_a_note_can_be_withdrawn_for_ten_minutes(
    page: Page, pages: ReservationPages, server: Server, sign_in: SignIn, records: Records, later: Later, watch: Watch
) -> None:
    """„Eine Notiz lässt sich zehn Minuten lang zurückziehen.“"""
    watch.expect("status of 409 .*/withdraw")
    reserve(page, server)
    sign_in(page, "staff", name="Miriam Falk")
    open_reservation(page, records)
    pages.note("Ruft im Mai wieder an.")
    later.put(later.now() + GRACE - MOMENTS, page)
    withdraw = pages.history.get_by_role("button", name="Zurückziehen")
    withdraw.click()
    expect(pages.history).to_contain_text("Zurückgezogen um")
    expect(pages.history).not_to_contain_text("Ruft im Mai wieder an.")

    pages.note("Ruft im Juni wieder an.")
    later.put(later.now() + GRACE + MOMENTS, page)
    withdraw.click()
    expect(page.get_by_text("Eine Notiz lässt sich zehn Minuten lang zurückziehen.")).to_be_visible()
    expect(pages.history).to_contain_text("Ruft im Juni wieder an.")
    page.reload()
    expect(pages.history).to_contain_text("Ruft im Juni wieder an.")
    expect(withdraw).to_have_count(0)


@pytest.mark.sample(0)
def test_a_request_ends_after_a_day_and_nothing_is_done(
    page: Page, server: Server, sign_in: SignIn, records_db: Database, records: Records, later: Later, watch: Watch
) -> None:
    """„Nach 24 Stunden verfällt er.“ „Es wurde nichts getan.“"""
    watch.expect("status of 409 .*/approve")
    many = 26
    for id_ in reserve_many(records_db, later.now(), households(many)):
        stand(records_db, later.now(), id_, ReservationState.INVITED)
    add_member(records_db, "staff", name="Aylin Demir")
    sign_in(page, "staff", name="Jonas Reiter")
    ReservationPages(page).open_list("?perPage=100")
    page.get_by_role("checkbox", name="Alle auf dieser Seite auswählen").check()
    page.get_by_role("button", name="Weitere Vorgänge").click()
    page.get_by_role("menuitem", name="Vertrag eintragen").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Nach 24 Stunden verfällt er.")
    dialog.get_by_label("Zahl der Reservierungen").fill(str(many))
    dialog.get_by_label("Grund").fill("Die Verträge sind unterschrieben")
    dialog.get_by_role("button", name=f"Zur Freigabe vorlegen ({many})").click()
    expect(page.get_by_text("Zur Freigabe vorgelegt.")).to_be_visible()
    promised = later.now() + DAY
    leave(page)

    later.put(promised - MOMENTS, page)
    second = add_member(records_db, "staff", name="Nora Abt", now=later.now())
    sign_in_browser(page.context, server.url, second)
    page.goto("/admin/operation-requests")
    approve = page.get_by_role("button", name=f"Freigeben ({many})")
    expect(approve).to_be_enabled()
    expect(page.get_by_role("main")).to_contain_text("Verfällt heute")
    news = HeldBack(page, "**/api/staff/operation-requests")
    later.put(promised + MOMENTS, page)
    approve.click()
    expect(page.get_by_role("alert")).to_have_text(
        "Diese Freigabe ist nach 24 Stunden verfallen. Bitte legen Sie den Vorgang neu vor."
    )
    news.release()
    page.reload()
    settled = page.get_by_role("region", name="Zuletzt entschieden")
    expect(settled).to_contain_text("Nach 24 Stunden ohne Freigabe verfallen. Es wurde nichts getan.")
    expect(approve).to_have_count(0)
    assert {row["state"] for row in records.rows(Reservation)} == {"invited"}
    assert mails(records, "contract_closed") == []


@pytest.mark.sample(0)
def test_a_confirmation_counts_for_ten_minutes(
    page: Page, server: Server, records_db: Database, records: Records, later: Later, watch: Watch
) -> None:
    """„Dieser Schritt ist besonders geschützt. Danach gilt die Bestätigung zehn Minuten.“"""
    watch.expect("status of 403")
    jonas = add_member(records_db, "staff", name="Jonas Reh")
    admin = add_member(records_db, "admin", name="Kim Admin", now=later.now())
    sign_in_browser(page.context, server.url, admin)
    question = page.get_by_role("dialog", name="Bitte bestätigen Sie, dass Sie es sind")
    key = Settings(_env_file=None, data_dir=server.data_dir).secret_key  # type: ignore[call-arg]
    page.goto(f"/admin/accounts/{jonas.id}/show")

    def change(role: str) -> None:
        page.get_by_role("radio", name=re.compile(f"^{role}")).check()
        page.get_by_role("button", name="Speichern").click()

    def role_is(role: str) -> None:
        eventually(lambda: {row["id"]: row["role"] for row in records.rows(Account)}[jonas.id] == role, role)

    later.put(later.now() + GRACE - MOMENTS, page)
    change("Marketing")
    role_is("marketing")
    expect(question).to_have_count(0)
    later.put(later.now() + 2 * MOMENTS, page)
    change("Sachbearbeitung")
    expect(question).to_contain_text("Danach gilt die Bestätigung zehn Minuten.")
    assert {row["id"]: row["role"] for row in records.rows(Account)}[jonas.id] == "marketing"
    question.get_by_label("Passwort").fill(PASSWORD)
    question.get_by_label("Code aus Ihrer App").fill(admin.code(later.now(), key))
    question.get_by_role("button", name="Bestätigen").click()
    role_is("staff")
    later.put(later.now() + GRACE - MOMENTS, page)
    change("Marketing")
    role_is("marketing")
    expect(question).to_have_count(0)
    later.put(later.now() + 2 * MOMENTS, page)
    change("Sachbearbeitung")
    expect(question).to_be_visible()


@pytest.fixture
def colleague(browser: Browser, server: Server, watch: Watch) -> Iterator[Page]:
    """A page of somebody else's browser, watched too."""
    context = browser.new_context(base_url=server.url, locale="de-DE", reduced_motion="reduce")
    watch.follow(context)
    yield context.new_page()
    context.close()


def opens(colleague: Page, path: str) -> None:
    colleague.goto("about:blank")
    colleague.goto(path)
    expect(colleague.get_by_label("Passwort", exact=True)).to_be_visible()


def is_over(colleague: Page, path: str) -> None:
    colleague.goto("about:blank")
    colleague.goto(path)
    expect(colleague.get_by_role("heading", level=1)).to_have_text("Dieser Link geht nicht")
    expect(colleague.get_by_role("alert")).to_contain_text("abgelaufen")


@with_jobs
def test_links_of_the_team_last_as_long_as_they_say_and_nothing_is_on_its_way_without_a_mail_server(
    page: Page, colleague: Page, server: Server, sign_in: SignIn, records_db: Database, later: Later, watch: Watch
) -> None:
    """„Er gilt 72 Stunden.“ „… ein Link für ein neues Passwort 60 Minuten“."""
    watch.expect("status of 4.. .*/api/staff/")
    sign_in(page, "admin", name="Kim Admin")
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
    path = mailed_path(server, "jonas@example.org")
    leave(page)
    later.put(promised - A_LITTLE, page, colleague)
    opens(colleague, path)
    later.put(promised + A_LITTLE, page, colleague)
    is_over(colleague, path)

    nora = add_member(records_db, "staff", name="Nora Abt")
    sign_in(page, "admin", name="Ute Admin", now=later.now())
    page.goto("/admin/accounts")
    page.get_by_role("link", name="Jonas Reh").click()
    expect(page.get_by_text("Die Einladung ist abgelaufen. Senden Sie eine neue.")).to_be_visible()
    page.goto(f"/admin/accounts/{nora.id}/show")
    expect(page.get_by_text("ein Link für ein neues Passwort 60 Minuten;")).to_be_visible()
    send_link(page)
    promised = later.now() + timedelta(minutes=60)
    close_the_link(page, "Nora Abt")
    expect(page.locator("body")).not_to_contain_text("unterwegs")
    path = mailed_path(server, nora.email)
    leave(page)
    later.put(promised - A_LITTLE, page, colleague)
    opens(colleague, path)
    later.put(promised + A_LITTLE, page, colleague)
    is_over(colleague, path)


def send_link(page: Page) -> None:
    page.get_by_role("button", name="Neuen Link senden").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Neuen Link senden").click()


@pytest.fixture
def receiver() -> Iterator[HttpPeer]:
    peer = HttpPeer()
    with listening_http(peer):
        yield peer


@pytest.mark.sample(0)
@pytest.mark.parametrize("server_settings", [{"environment": "demo", "scheduler": "embedded"}], ids=["told"])
def test_a_former_secret_signs_for_a_day_beside_the_new_one(
    page: Page, sign_in: SignIn, records_db: Database, receiver: HttpPeer, later: Later
) -> None:
    """„Das bisherige gilt noch 24 Stunden daneben“. „Das frühere unterschreibt mit bis …“"""
    sign_in(page, "admin")
    page.goto("/admin/webhooks")
    page.get_by_role("button", name="Ersten Webhook anlegen").click()
    page.get_by_label("Name").fill("Buchhaltung")
    page.get_by_label("Adresse").fill(receiver.url)
    page.get_by_role("button", name="Anlegen", exact=True).click()
    former = shown_secret(page)
    page.get_by_role("link", name="Buchhaltung").click()
    page.get_by_role("button", name="Geheimnis erneuern").click()
    expect(page.get_by_text("Das bisherige gilt noch 24 Stunden daneben")).to_be_visible()
    page.get_by_role("button", name="Erneuern", exact=True).click()
    present = shown_secret(page)
    promised = later.now() + DAY
    overlap = page.get_by_text("Das frühere unterschreibt mit bis")
    expect(overlap).to_be_visible()

    first, second = households(2)
    address = page.url
    leave(page)
    later.put(promised - A_LITTLE, page)
    reserve_many(records_db, later.now(), [first])
    assert receiver.wait_for(1)
    assert [is_signed(receiver.received[0], secret) for secret in (former, present)] == [True, True]
    later.put(promised + A_LITTLE, page)
    reserve_many(records_db, later.now(), [second])
    assert receiver.wait_for(2)
    assert [is_signed(receiver.received[1], secret) for secret in (former, present)] == [False, True]
    sign_in(page, "admin", now=later.now())
    page.goto(address)
    expect(page.get_by_text("gilt seit")).to_be_visible()
    expect(overlap).to_have_count(0)


def shown_secret(page: Page) -> str:
    """The secret that is shown once."""
    secret = page.get_by_label("Geheimnis", exact=True).inner_text()
    page.get_by_role("button", name="Verwahrt, schließen").click()
    return secret
