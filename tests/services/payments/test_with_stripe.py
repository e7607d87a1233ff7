"""Stripe's adapter over HTTP, against localstripe as a process and a peer that adds Checkout to it."""

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.payments.check_card import PAGE_LASTS, begin, follow, follow_due, pull
from services.payments.models import CardCheck
from services.payments.port import Asked
from services.payments.with_stripe import StripeChecks
from services.settings import Settings
from tests.services.held_clock import HeldClock
from tests.services.household.own_page import OwnPage
from tests.services.payments.stripe_peer import (
    ASKING,
    ASKING_THEN_REFUSED,
    GOOD,
    REFUSED,
    SECRET,
    Message,
    StripePeer,
    signature_of,
    stripe_peer,
)
from tests.services.stored import stored

SETTINGS = {"stripe_key": "sk_test_12345678", "stripe_webhook_secret": SECRET}


@pytest.fixture(scope="module")
def stripe() -> Iterator[StripePeer]:
    with stripe_peer() as peer:
        yield peer


class Shop:
    """A household, our server, and Stripe."""

    def __init__(self, house: OwnPage, stripe: StripePeer) -> None:
        self.house, self.stripe, self.db, self.clock = house, stripe, house.db, house.clock
        settings = Settings(_env_file=None, data_dir=house.folder, **SETTINGS)  # type: ignore[arg-type]
        self.provider = StripeChecks.of(settings, stripe.url)
        stripe.is_forgetful = False

    def begin(self) -> str:
        """The session that the household is sent to."""
        address = begin(self.db, self.provider, self.house.row().id, self.clock)
        assert address.startswith("https://checkout.stripe.example/")
        return address.rpartition("/")[2]

    def deliver(self, message: Message) -> int:
        headers = {"stripe-signature": message.signature, "content-type": "application/json"}
        return self.house.client.post("/api/payments/stripe", content=message.payload, headers=headers).status_code

    def turn(self, **amount: float) -> int:
        self.clock.advance(**amount)
        return follow_due(self.db, self.provider, self.clock)

    def states(self) -> tuple[str, str]:
        return stored(self.db, CardCheck)[-1]["state"], self.house.row().deposit_state


@pytest.fixture
def shop(make_client: Callable[..., TestClient], db: Database, tmp_path: Path, stripe: StripePeer) -> Shop:
    clock = HeldClock()
    house = OwnPage(make_client(clock=clock, rate_limits="off", **SETTINGS), db, clock, tmp_path)
    house.reserve()
    house.open()
    return Shop(house, stripe)


def test_a_card_is_authorised_and_given_back_and_never_charged(shop: Shop) -> None:
    session = shop.begin()
    assert shop.stripe.pay(session, GOOD) == "requires_capture"
    assert shop.deliver(shop.stripe.wait_for("checkout.session.completed", session)) == 204
    assert shop.turn() == 1
    assert shop.states() == ("released", "refunded")
    payment = shop.stripe.payment(session)
    assert (payment["status"], payment["amount"], payment["capture_method"]) == ("canceled", 100, "manual")
    (charge,) = payment["charges"]["data"]
    assert charge["captured"] is False


def test_stripe_learns_nothing_of_the_household(shop: Shop) -> None:
    sent = json.dumps(shop.stripe.sessions[shop.begin()]["sent"])
    row = shop.house.row()
    for words in (row.reference, row.email, row.last_name, row.mobile_phone[-6:], row.postcode):
        assert words not in sent
    (check,) = stored(shop.db, CardCheck)
    assert check["key"] in sent


def test_a_refused_card_fails_and_the_page_takes_another_one(shop: Shop) -> None:
    session = shop.begin()
    assert shop.stripe.pay(session, REFUSED) == "requires_payment_method"
    assert shop.deliver(shop.stripe.wait_for("payment_intent.payment_failed", session)) == 204
    shop.turn()
    assert shop.states() == ("failed", "failed")
    shop.stripe.pay(session, GOOD)
    shop.turn(minutes=10)
    assert shop.states() == ("released", "refunded")


def test_the_bank_asks_for_a_confirmation(shop: Shop) -> None:
    session = shop.begin()
    assert shop.stripe.pay(session, ASKING) == "requires_action"
    shop.turn(minutes=3)
    assert shop.states() == ("open", "reserved")
    assert shop.stripe.authenticate(session, success=True) == "requires_capture"
    shop.turn(minutes=3)
    assert shop.states() == ("released", "refunded")


@pytest.mark.parametrize(
    ("card", "success", "cause"), [(ASKING, False, "authentication"), (ASKING_THEN_REFUSED, True, "refused")]
)
def test_a_confirmation_that_fails(shop: Shop, card: str, success: bool, cause: str) -> None:
    session = shop.begin()
    shop.stripe.pay(session, card)
    shop.stripe.authenticate(session, success=success)
    shop.turn(minutes=3)
    assert shop.states() == ("failed", "failed")
    assert stored(shop.db, CardCheck)[0]["cause"] == cause


def test_a_lost_message_is_made_up_for(shop: Shop) -> None:
    shop.stripe.pay(shop.begin(), GOOD)
    assert shop.turn(minutes=3) == 1
    assert shop.states() == ("released", "refunded")


def test_messages_that_come_twice_late_and_in_any_order_do_no_harm(shop: Shop) -> None:
    session = shop.begin()
    shop.stripe.pay(session, REFUSED)
    failed = shop.stripe.wait_for("payment_intent.payment_failed", session)
    shop.stripe.pay(session, GOOD)
    completed = shop.stripe.wait_for("checkout.session.completed", session)
    for message in (completed, failed, completed):
        assert shop.deliver(message) == 204
    shop.turn()
    assert shop.states() == ("released", "refunded")
    for message in (failed, completed):
        assert shop.deliver(message) == 204
    assert shop.turn() == 0, "nothing is left to ask"
    assert shop.states() == ("released", "refunded")


def test_forged_messages_are_refused(shop: Shop) -> None:
    session = shop.begin()
    shop.stripe.pay(session, GOOD)
    message = shop.stripe.wait_for("checkout.session.completed", session)
    before = stored(shop.db, CardCheck)
    old = int(time.time()) - 3600
    for payload, signature in (
        (message.payload, ""),
        (message.payload, "t=1,v1=00"),
        (message.payload, signature_of(message.payload, "whsec_another12345")),
        (message.payload, signature_of(message.payload, at=old)),
        (message.payload.replace(b"completed", b"expired"), message.signature),
        (b"", message.signature),
        (b"\xff\x00", signature_of(b"\xff\x00")),
    ):
        assert shop.deliver(Message(payload, signature)) == 400
    assert stored(shop.db, CardCheck) == before


def test_messages_about_something_else_are_passed_over(shop: Shop) -> None:
    shop.begin()
    before = stored(shop.db, CardCheck)
    for about in (
        7,
        {"object": "customer"},
        {"object": "payment_intent", "metadata": {}},
        {"client_reference_id": "x"},
    ):
        payload = json.dumps({"id": "evt_1", "object": "event", "type": "x.y", "data": {"object": about}}).encode()
        assert shop.deliver(Message(payload, signature_of(payload))) == 204
    assert stored(shop.db, CardCheck) == before


def test_a_page_that_was_left_closes(shop: Shop) -> None:
    session = shop.begin()
    shop.stripe.close(session)
    assert shop.deliver(shop.stripe.wait_for("checkout.session.expired", session)) == 204
    shop.turn()
    assert shop.states() == ("expired", "reserved")
    assert shop.begin() != session


def test_two_calls_at_once_have_one_session_even_of_a_provider_that_forgets_keys(shop: Shop) -> None:
    shop.stripe.is_forgetful = True
    with ThreadPoolExecutor(2) as two:
        sessions = set(two.map(lambda _: shop.begin(), range(2)))
    assert len(sessions) == len(stored(shop.db, CardCheck)) == 1
    ours = [
        one
        for one in shop.stripe.sessions.values()
        if one["client_reference_id"] == stored(shop.db, CardCheck)[0]["key"]
    ]
    assert [one["id"] for one in ours if one["status"] == "open"] == list(sessions)


def test_ended_after_stripe_answered_the_same_session_is_found_again(shop: Shop) -> None:
    session = shop.begin()

    def forget(rows: Database) -> None:
        from sqlalchemy import update

        rows.write(lambda one: one.execute(update(CardCheck).values(reference=None, address=None)) and None)

    forget(shop.db)
    shop.turn(minutes=3)
    assert shop.begin() == session


def test_a_reservation_that_ends_closes_the_page_or_gives_back(shop: Shop) -> None:
    session = shop.begin()
    assert shop.house.call("reservation/give-up").status_code == 200
    shop.turn(minutes=3)
    assert shop.stripe.sessions[session]["status"] == "expired"
    assert shop.states() == ("expired", "waived")


def test_what_somebody_charged_at_stripe_is_paid_back(shop: Shop) -> None:
    """No way of ours leads there: only a person in Stripe's own pages."""
    session = shop.begin()
    shop.stripe.pay(session, GOOD)
    shop.stripe.ask("POST", f"/v1/payment_intents/{shop.stripe.payment(session)['id']}/capture", {})
    shop.turn(minutes=3)
    payment = shop.stripe.payment(session)
    assert payment["charges"]["data"][0]["amount_refunded"] == 100


def test_a_provider_out_of_reach_is_asked_later(shop: Shop) -> None:
    settings = Settings(_env_file=None, data_dir=shop.house.folder, **SETTINGS)  # type: ignore[arg-type]
    away = StripeChecks.of(settings, "http://127.0.0.1:9")
    shop.stripe.pay(shop.begin(), GOOD)
    shop.clock.advance(minutes=3)
    assert follow_due(shop.db, away, shop.clock) == 1
    assert shop.states() == ("open", "reserved")
    shop.turn(minutes=5)
    assert shop.states() == ("released", "refunded")


def test_the_night_finds_a_payment_of_a_check_given_up(shop: Shop) -> None:
    session = shop.begin()
    shop.stripe.sessions[session]["status"] = "expired"
    shop.turn(minutes=40)
    assert shop.states() == ("expired", "reserved")
    shop.stripe.sessions[session]["status"] = "open"
    shop.stripe.pay(session, GOOD)
    assert pull(shop.db, shop.provider, shop.clock) == 1
    assert shop.states() == ("released", "refunded")


def test_a_release_without_anything_to_release_does_nothing(shop: Shop) -> None:
    session = shop.begin()
    shop.stripe.pay(session, GOOD)
    follow(shop.db, shop.provider, stored(shop.db, CardCheck)[0]["id"], shop.clock)
    asked = Asked("k", session, shop.clock() + PAGE_LASTS + timedelta())
    calls = len(shop.stripe.calls)
    shop.provider.release(asked)
    assert len(shop.stripe.calls) == calls + 1, "it is only looked at"
