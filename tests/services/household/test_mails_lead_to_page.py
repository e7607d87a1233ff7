"""Every mail to a household about its reservation brings a link to its page, good for 48 hours from when it leaves."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from services.mail.catalogue import KINDS, LINK_SEED, to_values
from services.mail.outbox import Leased
from services.mail.rendering import Renderer
from services.mail.reservation_letters import ReservationLetter
from services.messages.sent.samples import SAMPLES
from services.reservations.mails import GRACE
from tests.services.household.own_page import OwnPage
from tests.services.mail.posting import SENDER
from tests.services.reservations.standing import do
from tests.services.stored import execute

SECOND = timedelta(seconds=1)
TO_FORMER_ADDRESS = "address_changed"
LETTERS = ["reservation_received", *(name for name, kind in KINDS.items() if issubclass(kind, ReservationLetter))]


@pytest.mark.parametrize("kind", LETTERS)
def test_a_mail_to_a_household_leads_to_its_page_with_a_link_of_its_own(kind: str) -> None:
    """None leads to where a link would have to be asked for; the one to a former address leads nowhere."""
    at = datetime(2026, 11, 22, 18, 42, tzinfo=UTC)
    sample = replace(SAMPLES[kind], **({} if kind == TO_FORMER_ADDRESS else {LINK_SEED: "a" * 22}))  # type: ignore[type-var]
    message = Renderer(SENDER).message(Leased(1, kind, "nele@example.org", to_values(sample), "0123abcd", 1, at))
    for part in ("plain", "html"):
        body = message.get_body((part,))
        assert body is not None
        words = body.get_content()
        is_led = kind != TO_FORMER_ADDRESS
        assert ("/meine-reservierung#link=aaaa" in words, "/meine-reservierung" in words) == (is_led, is_led), part
        assert "\n\n\n\n" not in words


WAY = ("invite", "contract", "activate", "end")


def test_each_operations_mail_opens_the_page_until_48_hours_after_it_has_left(house: OwnPage) -> None:
    house.reserve()
    house.open()
    for operation in WAY:
        house.client.cookies.clear()
        do(house.db, operation, [house.row().id], house.clock.now)
        leaves = house.clock.now + GRACE
        token = house.token()
        house.at(leaves + timedelta(hours=48) - SECOND)
        assert house.press(token).status_code == 200, operation
        assert house.show().json()["reservation"]["state"] == house.row().state
        house.at(leaves + timedelta(hours=48))
        assert house.press(token).json()["code"] == "link_expired"


def test_with_the_place_goes_whatever_opened_the_page_before(house: OwnPage) -> None:
    """A cancellation by staff; the mail about it brings the way in that is left."""
    house.reserve()
    before = house.token()
    house.open()
    do(house.db, "cancel", [house.row().id], house.clock.now)
    assert house.show().json() == {"reservation": None}
    assert house.press(before).json()["code"] == "unknown_link"
    assert house.press(house.token("reservation_cancelled")).status_code == 200
    assert house.show().json()["reservation"]["state"] == "cancelled"


def test_what_the_household_gave_up_itself_stays_open_to_it(house: OwnPage) -> None:
    """For it can take its place back, from this browser and from each mail."""
    house.reserve()
    before = house.token()
    house.open()
    assert house.call("reservation/give-up").status_code == 200
    assert house.show().json()["reservation"]["undo_until"] is not None
    assert house.press(before).status_code == 200
    assert house.call("reservation/take-back").json()["state"] == "reserved"


def test_a_household_without_a_mailbox_gets_no_link(house: OwnPage) -> None:
    house.reserve()
    execute(house.db.engine, "UPDATE reservations SET email = '', email_normalized = '', mailbox = ''")
    do(house.db, "invite", [house.row().id], house.clock.now)
    [letter] = house.mails("contract_invitation")
    assert (letter.is_letter, letter.values[LINK_SEED]) == (True, "")
