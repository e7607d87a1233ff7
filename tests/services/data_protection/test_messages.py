"""Conversations in the hands of data protection: how long they stay, and whose they are."""

from datetime import timedelta

import pytest

from services.contact.models import ContactMessage
from services.messages.models import Conversation, Message
from services.reservations.models import Reservation
from tests.services.data_protection.canary import EMAIL, LAST, PERSON, Product
from tests.services.messages.mails import mail, receive
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases
STRANGER = "fremd@anderswo.example"


def test_a_conversation_that_goes_on_keeps_the_message_it_began_with(product: Product) -> None:
    body = {"name": "Gisela", "email": "gisela@example.org", "topic": "frage", "message": "Wann geht es los, bitte?"}
    assert product.client.post("/api/contact", json=body).status_code == 200
    (enquiry,) = stored(product.db, ContactMessage)
    product.clock.advance(days=300)
    again = mail("Ich frage noch einmal.", subject=f"Zu {enquiry['reference']}", **{"from": "gisela@example.org"})
    receive(product.db, product.clock(), again)
    product.clock.advance(days=364)
    product.job("apply-retention")
    assert (len(stored(product.db, Message)), len(stored(product.db, ContactMessage))) == (2, 1)
    product.clock.advance(days=1)
    product.job("apply-retention")
    product.job("fetch-messages")
    assert [stored(product.db, table) for table in (Message, Conversation, ContactMessage)] == [[], [], []]


def test_a_strangers_mail_about_a_reservation_is_not_given_out_and_loses_the_name(product: Product) -> None:
    page = product.page
    page.reserve(key="canary-" * 3, **PERSON)
    own = page.open()
    reference = f"Zu {own['reference']}"
    receive(
        product.db,
        product.clock() + timedelta(minutes=1),
        mail(f"Gruß von {LAST}.", subject=reference, **{"from": EMAIL}),
        mail(f"Ich kenne {LAST}.", subject=reference, **{"from": STRANGER}),
    )
    id_ = page.row().id
    assert {row["reservation_id"] for row in stored(product.db, Conversation)} == {id_}
    given = product.client.get("/api/household/reservation/data/file.json").text
    assert "Gruß von" in given
    assert STRANGER not in given
    assert page.call("reservation/data/erasure", version=page.row().version).status_code == 200
    (left,) = stored(product.db, Message)
    assert (left["from_address"], LAST in left["body_text"], LAST in left["reply_text"]) == (STRANGER, False, False)
    assert stored(product.db, Reservation)[-1]["erased_at"] is not None
