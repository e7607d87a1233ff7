"""Sentences of the site and of its mails that promise a time, each followed to the end.

Just before the promised moment it holds; just after it is over, and the page says so.
"""

import re
from datetime import datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from services.core.db.db import Database
from services.core.german import long_moment
from services.household.hand_over.models import HandOver
from services.parks.models import Spot
from services.reservations.models import Reservation
from services.waiting_list.models import WaitingEntry
from tests.factories import reservation_body
from tests.fixtures.browser import Watch
from tests.fixtures.later import A_LITTLE, Later
from tests.fixtures.servers import Server, StartServer
from tests.journeys.axe import expect_clean_as_it_stands
from tests.journeys.conftest import WITH_JOBS
from tests.journeys.console.test_waiting_list import wait_for_a_place
from tests.journeys.mailbox import Mailbox
from tests.journeys.pages import ReservationForm, visit
from tests.journeys.records import Records, eventually
from tests.journeys.tab import follow
from tests.journeys.test_hand_over import BEN, offer
from tests.services.reservations.standing import do
from tests.services.waiting_list.line import open_small_park

pytestmark = pytest.mark.own_tab  # whose clock is put forward with the server's

ADDRESS = "aenne.mueller@example.org"
DAY, LINK = timedelta(hours=24), timedelta(hours=48)
OFFER, WAITING_SESSION, SESSION = timedelta(hours=72), timedelta(hours=12), timedelta(hours=1)
PROMISED = "Der Link gilt 48 Stunden, auch auf anderen Geräten, bis Sie sich abmelden."


@pytest.fixture
def server(start_server: StartServer, sqlite_url: str, later: Later, built_site: None) -> Server:
    """It sends mails and does its jobs, by a clock that the test puts forward."""
    return start_server(sqlite_url, script=later.script, rate_limits="off", **WITH_JOBS)


def reserve(page: Page, name: str = "Änne Müller", address: str = ADDRESS) -> int:
    """Another household reserves; the number of its place."""
    first, last = name.split()
    phone = f"0170 {1000000 + sum(map(ord, address))}"
    body = reservation_body(email=address, first_name=first, last_name=last, mobile_phone=phone)
    answer = page.request.post("/functions/v1/reserve-spot", data=body)
    assert answer.ok, answer.text()
    number: int = answer.json()["spot_number"]
    return number


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def expect_heading(page: Page, words: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(words)


def spot_is(records: Records, number: int, state: str) -> None:
    """Wait for the job that frees, holds or offers a place."""
    eventually(
        lambda: next(row["state"] for row in records.rows(Spot) if row["number"] == number) == state,
        f"place {number} is {state}",
    )


def give_back(page: Page, later: Later) -> datetime:
    """By the page, as it says; until when it can be undone."""
    press(page, "Platz zurückgeben")
    expect(page.get_by_text("Sie können das 24 Stunden lang rückgängig machen.")).to_be_visible()
    press(page, "Ja, zurückgeben")
    expect_heading(page, "Platz 1 ist zurückgegeben.")
    promised = later.now() + DAY
    lead = page.locator(".lead")
    expect(lead).to_contain_text("Sie können es rückgängig machen bis morgen, ")
    expect(lead).to_contain_text("So lange bekommt niemand Ihre Nummer.")
    return promised


def test_a_place_given_back_is_kept_for_a_day(
    page: Page, server: Server, records: Records, later: Later, watch: Watch
) -> None:
    """„Sie können es rückgängig machen bis … So lange bekommt niemand Ihre Nummer.“"""
    watch.expect("status of 409 .*/household/reservation")
    mailbox = Mailbox(server, records, ADDRESS)
    assert reserve(page) == 1
    follow(page, mailbox.link("reservation_received"))
    press(page, "Ja, das ist meine Adresse")
    promised = give_back(page, later)
    assert "bekommt niemand Ihre Nummer. So lange können Sie alles rückgängig machen" in mailbox.read(
        "reservation_given_up"
    )

    later.put(promised - A_LITTLE, page)
    assert reserve(page, "Ida Brandt", "ida@example.org") == 2
    follow(page, mailbox.link("reservation_given_up"))
    press(page, "Meine Reservierung öffnen")
    expect(page.locator(".lead")).to_contain_text("rückgängig machen bis heute, ")
    press(page, "Platz 1 behalten")
    expect_heading(page, "Ihr Platz 1. Gerade ist nichts zu tun.")

    promised = give_back(page, later)
    later.put(promised - A_LITTLE, page)
    follow(page, mailbox.link("reservation_given_up", 2))
    press(page, "Meine Reservierung öffnen")
    keep = page.get_by_role("button", name="Platz 1 behalten")
    expect(keep).to_be_visible()
    later.put(promised + A_LITTLE, page)
    keep.click()
    expect_heading(page, "Ihre Reservierung für Platz 1 ist beendet.")
    expect(keep).to_have_count(0)
    spot_is(records, 1, "free")
    assert reserve(page, "Omar Hahn", "omar@example.org") == 1


def test_a_link_is_good_for_48_hours_and_then_sends_another(
    page: Page, server: Server, records: Records, later: Later, watch: Watch
) -> None:
    """„Der Link gilt 48 Stunden, auch auf anderen Geräten, bis Sie sich abmelden. Ist er abgelaufen, schickt Ihnen die
    Seite einen neuen.“ And the page that it opens: „In diesem Browser offen bis …“, an hour.
    """
    watch.expect("status of 409 .*/links/press", "status of 401 .*/reservation/give-up")
    mailbox = Mailbox(server, records, ADDRESS)
    reserve(page)
    visit(page, "/meine-reservierung")
    page.get_by_label("E-Mail-Adresse").fill(ADDRESS)
    press(page, "Link zuschicken")
    expect(page.get_by_text("ist der Link unterwegs, außer")).to_be_visible()
    promised = later.now() + LINK
    assert f"{PROMISED} Ist er abgelaufen, schickt Ihnen die Seite einen neuen." in mailbox.read("confirm_address")

    later.put(promised - A_LITTLE, page)
    follow(page, mailbox.link("confirm_address"))
    button = page.get_by_role("button", name="Ja, das ist meine Adresse")
    expect(button).to_be_visible()
    later.put(promised + A_LITTLE, page)
    button.click()
    expect_heading(page, "Dieser Link ist abgelaufen.")
    expect(page.get_by_text("Jeder Link gilt 48 Stunden, oder bis Sie sich abmelden.")).to_be_visible()
    assert records.only(Reservation)["state"] == "reserved"
    press(page, "Neuen Link zuschicken")
    expect(page.get_by_text("Der neue Link ist unterwegs, an die Adresse Ihrer Reservierung.")).to_be_visible()
    follow(page, mailbox.link("confirm_address", 2))
    button.click()
    expect_heading(page, "Ihr Platz 1. Gerade ist nichts zu tun.")
    promised = later.now() + SESSION
    expect(page.get_by_text("In diesem Browser offen bis ")).to_be_visible()
    page.context.clear_cookies()
    follow(page, mailbox.link("confirm_address", 2))
    press(page, "Meine Reservierung öffnen")
    expect_heading(page, "Ihr Platz 1. Gerade ist nichts zu tun.")

    later.put(promised - A_LITTLE, page)
    page.reload()
    expect_heading(page, "Ihr Platz 1. Gerade ist nichts zu tun.")
    later.put(promised + A_LITTLE, page)
    press(page, "Platz zurückgeben")
    press(page, "Ja, zurückgeben")
    expect(page.locator(".lead")).to_contain_text("Ihre Sitzung ist zu Ende. Sie dauert höchstens eine Stunde")
    assert records.only(Reservation)["state"] == "reserved"
    follow(page, mailbox.link("confirm_address", 2))
    press(page, "Meine Reservierung öffnen")
    press(page, "Abmelden")
    follow(page, mailbox.link("confirm_address", 2))
    expect_heading(page, "Dieser Link ist abgelaufen.")


def test_the_link_of_an_operations_mail_is_good_for_48_hours_from_when_it_leaves(
    page: Page, server: Server, records: Records, later: Later, watch: Watch, sqlite_url: str
) -> None:
    """It leaves ten minutes after the operation; what it says of its link is true of the one who reads it then."""
    watch.expect("status of 409 .*/links/press")
    mailbox = Mailbox(server, records, ADDRESS)
    reserve(page)
    db = Database(sqlite_url)
    do(db, "invite", [records.only(Reservation)["id"]], later.now())
    db.close()
    sent = later.now() + timedelta(minutes=10)
    later.put(sent + A_LITTLE, page)
    assert PROMISED in mailbox.read("contract_invitation")
    link = mailbox.link("contract_invitation")
    later.put(sent + LINK - A_LITTLE, page)
    follow(page, link)
    button = page.get_by_role("button", name="Meine Reservierung öffnen")
    expect(button).to_be_visible()
    later.put(sent + LINK + A_LITTLE, page)
    button.click()
    expect_heading(page, "Dieser Link ist abgelaufen.")


@pytest.mark.sample(0)
def test_a_link_to_a_new_address_is_good_for_48_hours(
    page: Page, server: Server, records: Records, later: Later, watch: Watch
) -> None:
    """„Ist er abgelaufen, geben Sie die neue Adresse auf Ihrer Seite bitte noch einmal an.“ Once its address counts, it
    opens the page; run out, it sends none to an address that nobody has confirmed.
    """
    watch.expect("status of 409 .*/links/press")
    new, never = "aenne@example.net", "aenne@example.com"
    mailbox, at_new, at_never = (Mailbox(server, records, one) for one in (ADDRESS, new, never))
    reserve(page)
    follow(page, mailbox.link("reservation_received"))
    press(page, "Ja, das ist meine Adresse")
    ask_for(page, new)
    assert f"{PROMISED} Ist er abgelaufen, geben Sie die neue Adresse auf Ihrer Seite" in (
        at_new.read("confirm_new_address")
    )
    later.put(later.now() + LINK - A_LITTLE, page)
    follow(page, at_new.link("confirm_new_address"))
    assert records.only(Reservation)["email"] == ADDRESS
    press(page, "Ja, diese Adresse gilt")
    expect(page.locator(".own-data")).to_contain_text(new)
    again = page.context.new_page()
    follow(again, at_new.link("confirm_new_address"))
    expect_heading(again, "Hier geht es zu Ihrem Platz 1.")
    again.close()

    ask_for(page, never)
    promised = later.now() + LINK
    at_never.read("confirm_new_address")
    later.put(promised - A_LITTLE, page)
    follow(page, at_never.link("confirm_new_address"))
    button = page.get_by_role("button", name="Ja, diese Adresse gilt")
    expect(button).to_be_visible()
    later.put(promised + A_LITTLE, page)
    button.click()
    expect_heading(page, "Dieser Link ist abgelaufen.")
    expect(page.locator(".lead")).to_contain_text("Ihre bisherige Adresse gilt weiter.")
    expect(page.get_by_role("button", name="Neuen Link zuschicken")).to_have_count(0)
    page.get_by_label("E-Mail-Adresse").fill(new)
    press(page, "Link zuschicken")
    follow(page, at_new.link("page_link"))
    press(page, "Meine Reservierung öffnen")
    expect(page.locator(".own-data")).to_contain_text(new)


def ask_for(page: Page, address: str) -> None:
    """Ask for another address on the household's page."""
    press(page, "E-Mail-Adresse ändern")
    page.get_by_label("Neue E-Mail-Adresse").fill(address)
    press(page, "Link dorthin schicken")
    expect(page.locator(".own-data")).to_contain_text(f"Wir haben an {address} geschrieben.")


def test_an_address_confirmed_in_time_keeps_the_place_and_no_other(
    page: Page, server: Server, records: Records, later: Later
) -> None:
    """„Wir halten den Platz bis … Danach endet die Reservierung, und einen Tag später kann ihn ein anderer Haushalt
    bekommen.“ Then, in the mail about the end: „Bis … gehört die Nummer noch niemand anderem.“
    """
    names = ("Änne Müller", "Bela Kraft", "Cora Lind")
    addresses = ("aenne@example.org", "bela@example.org", "cora@example.org")
    assert [reserve(page, name, address) for name, address in zip(names, addresses, strict=True)] == [1, 2, 3]
    in_time, a_day_late, too_late = (Mailbox(server, records, address) for address in addresses)
    deadline = records.rows(Reservation)[2]["confirm_by"]
    assert f"Wir halten den Platz bis {long_moment(deadline)}. Danach endet die Reservierung" in (
        too_late.read("reservation_received")
    )

    later.put(records.rows(Reservation)[0]["confirm_by"] - A_LITTLE, page)
    follow(page, in_time.link("confirm_reminder"))
    expect(page.get_by_text("Wir halten den Platz bis heute, ")).to_be_visible()
    press(page, "Ja, das ist meine Adresse")
    expect_heading(page, "Ihr Platz 1. Gerade ist nichts zu tun.")
    assert reserve(page, "Dora Mai", "dora@example.org") == 4

    later.put(deadline + A_LITTLE, page)
    promised = later.now() + DAY
    mail = too_late.read("reservation_lapsed")
    assert "gehört die Nummer noch niemand anderem. Öffnen Sie so lange diesen Link" in mail
    assert [row["state"] for row in records.rows(Reservation)] == ["reserved", "expired", "expired", "reserved"]
    later.put(promised - A_LITTLE, page)
    assert reserve(page, "Emil Roth", "emil@example.org") == 5
    follow(page, a_day_late.link("reservation_lapsed"))
    expect_heading(page, "Es geht um Platz 2. Stimmt Ihre Adresse?")
    press(page, "Ja, das ist meine Adresse")
    expect_heading(page, "Ihr Platz 2. Gerade ist nichts zu tun.")

    later.put(promised + A_LITTLE, page)
    spot_is(records, 3, "free")
    assert reserve(page, "Finn Saal", "finn@example.org") == 3
    follow(page, too_late.link("reservation_lapsed"))
    expect_heading(page, "Es geht um Platz 3. Stimmt Ihre Adresse?")
    follow(page, too_late.link("confirm_reminder"))
    press(page, "Ja, das ist meine Adresse")
    expect_heading(page, "Ihre Reservierung für Platz 3 ist beendet.")
    later.put(promised + DAY + A_LITTLE, page)
    follow(page, too_late.link("reservation_lapsed"))
    expect_heading(page, "Dieser Link ist abgelaufen.")
    expect(page.get_by_role("main")).to_contain_text("Jeder Link gilt 48 Stunden")
    expect(page.get_by_role("main")).not_to_contain_text("bleibt trotzdem Ihrer")


def test_an_invitation_answered_in_time_keeps_the_place_and_no_other(
    page: Page, server: Server, records: Records, sqlite_url: str, later: Later
) -> None:
    """„Bis … halten wir den Platz für Sie.“ Then, in the mail about the end: „Bis … gehört die Nummer noch niemand
    anderem.“
    """
    page.set_viewport_size({"width": 390, "height": 844})
    names, addresses = ("Änne Müller", "Bela Kraft"), ("aenne@example.org", "bela@example.org")
    in_time, a_day_late = (Mailbox(server, records, address) for address in addresses)
    for name, address in zip(names, addresses, strict=True):
        reserve(page, name, address)
        follow(page, Mailbox(server, records, address).link("reservation_received"))
        press(page, "Ja, das ist meine Adresse")
    db = Database(sqlite_url)
    do(db, "invite", [1, 2], later.now())
    db.close()
    later.put(later.now() + A_LITTLE + A_LITTLE, page)
    deadline = records.rows(Reservation)[0]["decide_by"]
    assert f"Bis {long_moment(deadline)} halten wir den Platz für Sie." in in_time.read("contract_invitation")

    later.put(deadline - 4 * DAY + A_LITTLE, page)
    assert f"Wir halten ihn bis {long_moment(deadline)}." in in_time.read("invitation_reminder")
    later.put(deadline - A_LITTLE, page)
    follow(page, in_time.link("invitation_reminder"))
    expect(page.get_by_role("button", name="Neuen Link zuschicken")).to_be_visible()
    press(page, "Neuen Link zuschicken")
    follow(page, in_time.link("page_link"))
    press(page, "Meine Reservierung öffnen")
    expect_heading(page, "Ihr Platz 1. Möchten Sie den Vertrag?")
    expect(page.locator(".lead")).to_contain_text("Wir halten den Platz für Sie bis heute, ")
    expect_clean_as_it_stands(page)
    page.get_by_role("button", name="Ja, mit Standard, 24 Raten").focus()
    page.keyboard.press("Enter")
    expect_heading(page, "Ihr Platz 1. Ihr Anteil steht fest.")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect_clean_as_it_stands(page)

    later.put(deadline + A_LITTLE, page)
    promised = later.now() + DAY
    assert "gehört die Nummer noch niemand anderem" in a_day_late.read("invitation_lapsed")
    assert [row["state"] for row in records.rows(Reservation)] == ["invited", "expired"]
    later.put(promised - A_LITTLE, page)
    follow(page, a_day_late.link("invitation_lapsed"))
    press(page, "Meine Reservierung öffnen")
    expect_heading(page, "Platz 2 wird wieder frei.")
    press(page, "Platz 2 behalten")
    expect_heading(page, "Ihr Platz 2. Möchten Sie den Vertrag?")
    again = records.rows(Reservation)[1]["decide_by"]
    later.put(again + A_LITTLE, page)
    eventually(lambda: records.rows(Reservation)[1]["state"] == "expired", "the second time ends too")
    later.put(again + DAY + 2 * A_LITTLE, page)
    spot_is(records, 2, "free")
    assert records.rows(Reservation)[0]["state"] == "invited"


@pytest.mark.sample(0)
def test_an_offer_to_hand_over_is_good_for_two_weeks(
    page: Page, server: Server, records: Records, later: Later, watch: Watch
) -> None:
    """„Das Angebot gilt bis … Solange dort niemand Ja sagt, bleibt der Platz Ihrer.“ And in the mail: „Der Link gilt 48
    Stunden; ist er abgelaufen, schickt Ihnen die Seite einen neuen.“
    """
    watch.expect("status of 409 .*/hand-over/decline")
    reserve(page)
    follow(page, Mailbox(server, records, ADDRESS).link("reservation_received"))
    press(page, "Ja, das ist meine Adresse")
    offer(page)
    expect(page.get_by_text("Das Angebot gilt bis ")).to_contain_text("Solange dort niemand Ja sagt, bleibt der Platz")
    promised, mailbox = records.only(HandOver)["answer_by"], Mailbox(server, records, BEN)
    assert promised - later.now() < timedelta(days=14)
    assert "Der Link gilt 48 Stunden; ist er abgelaufen, schickt Ihnen die Seite einen neuen." in (
        mailbox.read("hand_over_offered")
    )

    later.put(promised - A_LITTLE, page)
    follow(page, mailbox.link("hand_over_offered"))
    expect_heading(page, "Dieser Link ist abgelaufen.")
    expect(page.locator(".lead")).to_contain_text("Das Angebot selbst gilt noch.")
    press(page, "Neuen Link zuschicken")
    expect(page.get_by_text("Der neue Link ist unterwegs, an die Adresse dieser E-Mail.")).to_be_visible()
    follow(page, mailbox.link("hand_over_offered", 2))
    expect_heading(page, "Änne Müller möchte Ihnen Platz 1 weitergeben.")
    expect(page.locator(".lead")).to_contain_text("Sie haben Zeit bis heute, ")
    later.put(promised + A_LITTLE, page)
    press(page, "Ich möchte den Platz nicht")
    press(page, "Ja, ablehnen")
    expect_heading(page, "Das Angebot ist abgelaufen.")
    expect(page.locator(".lead")).to_contain_text("der bisherige Haushalt behält den Platz.")
    assert [row["state"] for row in records.rows(Reservation)] == ["reserved"]


# Waiting list


def enter(page: Page, mailbox: Mailbox, name: str, address: str) -> None:
    """Enter the list, and confirm by the link of the mail."""
    visit(page, "/warteliste")
    page.get_by_label("Ihr Name").fill(name)
    page.get_by_label("Ihre E-Mail-Adresse").fill(address)
    press(page, "Auf die Warteliste")
    follow(page, mailbox.link("waiting_joined"))
    press(page, "Ja, das ist meine Adresse")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Ihre Stelle auf der Liste: ")


def test_an_offer_is_held_for_72_hours_and_then_the_next_ones(
    page: Page, server: Server, records: Records, later: Later, sqlite_url: str, watch: Watch
) -> None:
    """„Bis … halten wir ihn nur für Sie. … Antworten Sie nicht, geht der Platz danach an den nächsten Haushalt, und Ihr
    Eintrag endet.“ And the page: „bleibt in diesem Browser zwölf Stunden lang offen“.
    """
    watch.expect("status of 401 .*/waiting-list/entry")
    db = Database(sqlite_url)
    open_small_park(db, spots=1, kwh=None)
    reserve(page)
    silent, next_one = (Mailbox(server, records, one) for one in ("yusuf@example.org", "ida@example.org"))
    enter(page, silent, "Yusuf Demir", "yusuf@example.org")
    wait_for_a_place(server, db, "Ida Brandt")
    twelve_hours_long(page, silent, later)

    open_small_park(db, spots=2, kwh=None)
    db.close()
    later.put(later.now() + timedelta(minutes=2), page)
    spot_is(records, 2, "held")
    promised = later.now() + OFFER
    mail = silent.read("waiting_offer")
    assert "ist frei. Bis" in mail and "halten wir ihn nur für Sie." in mail
    assert "geht der Platz danach an den nächsten Haushalt, und Ihr Eintrag endet." in mail
    later.put(promised - A_LITTLE, page)
    assert "halten wir noch für Sie, bis" in silent.read("waiting_offer_ending")
    follow(page, silent.link("waiting_offer"))
    press(page, "Angebot ansehen")
    expect_heading(page, "Platz 2 ist für Sie frei.")
    expect(page.get_by_text("für 72 Stunden")).to_be_visible()
    assert [row["state"] for row in records.rows(WaitingEntry)] == ["offered", "waiting"]
    later.put(promised + A_LITTLE, page)
    eventually(
        lambda: [row["state"] for row in records.rows(WaitingEntry)] == ["expired", "offered"], "the next one's turn"
    )
    promised = later.now() + OFFER
    page.reload()
    expect_heading(page, "Die Frist ist vorbei.")
    expect(page.locator(".lead")).to_contain_text("Der Platz steht jetzt anderen offen, und Ihr Eintrag ist beendet.")
    follow(page, silent.link("waiting_offer_ending"))
    expect(page.get_by_role("main")).to_contain_text("Der Eintrag zu diesem Link ist beendet.")
    expect_clean_as_it_stands(page)
    press(page, "Meine Stelle ansehen")
    expect_heading(page, "Die Frist ist vorbei.")

    later.put(promised - A_LITTLE, page)
    follow(page, next_one.link("waiting_offer"))
    press(page, "Angebot ansehen")
    page.get_by_role("link", name="Platz 2 annehmen").click()
    form = ReservationForm(page)
    expect_heading(page, "Platz 2 ist für Sie gehalten")
    form.unlock()
    expect(form.field("Nachname")).to_have_value("Brandt")
    form.fill({"Mobilnummer": "0171 2345678"})
    form.consent.check()
    form.submit.click()
    # Of how many: the pages learn of a park's new size some seconds later.
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"^Platz 2 von \d+ reserviert!$"))
    assert [(row["spot_number"], row["last_name"]) for row in records.rows(Reservation)][1:] == [(2, "Brandt")]
    assert [row["state"] for row in records.rows(WaitingEntry)] == ["expired", "accepted"]


def twelve_hours_long(page: Page, mailbox: Mailbox, later: Later) -> None:
    visit(page, "/warteliste")
    page.context.clear_cookies()
    page.reload()
    page.get_by_text("Sie stehen schon auf der Liste?").click()
    page.get_by_label("E-Mail-Adresse auf der Liste").fill("yusuf@example.org")
    press(page, "Link zuschicken")
    expect(page.get_by_text("Wenn diese Adresse auf der Liste steht, ist der Link unterwegs")).to_be_visible()
    follow(page, mailbox.link("waiting_link"))
    expect(page.get_by_text("bleibt die Seite in diesem Browser zwölf Stunden lang offen.")).to_be_visible()
    press(page, "Meine Stelle ansehen")
    expect_heading(page, "Ihre Stelle auf der Liste: 1")
    promised = later.now() + WAITING_SESSION
    later.put(promised - A_LITTLE, page)
    page.reload()
    expect_heading(page, "Ihre Stelle auf der Liste: 1")
    later.put(promised + A_LITTLE, page)
    press(page, "Von der Liste gehen")
    press(page, "Ja, von der Liste gehen")
    expect(page.get_by_text("Ihre Sitzung ist zu Ende. Ihre Stelle bleibt, wie sie ist.")).to_be_visible()
    follow(page, mailbox.link("waiting_link"))
    expect_heading(page, "Hier geht es zu Ihrer Stelle.")
