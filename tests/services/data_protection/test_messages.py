"""Conversations in the hands of data protection: how long they stay, and whose they are."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import update

from services.contact.models import ContactMessage
from services.data_protection.retention.apply import due_now
from services.mail.models import Mail
from services.messages.models import Conversation, Message, MessageAttachment
from services.reservations.models import Reservation
from tests.services.data_protection.canary import EMAIL, LAST, PERSON, Product
from tests.services.messages.mails import mail, receive
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases
STRANGER = "fremd@anderswo.example"


def ask(product: Product, text: str, **fields: str) -> None:
    """A mail of a household that comes in now."""
    receive(product.db, product.clock(), mail(text, **{"from": "gisela@example.org"}, **fields))


def texts(product: Product) -> list[str]:
    """What is left after the night in which this day begins."""
    product.job("apply-retention")
    product.job("fetch-messages")
    return [row["reply_text"] for row in stored(product.db, Message)]


def test_each_message_goes_twelve_months_after_it_came_in_and_the_conversation_with_the_last(product: Product) -> None:
    product.clock.now = datetime(2027, 3, 1, 12, tzinfo=UTC)
    body = {"name": "Gisela", "email": "gisela@example.org", "topic": "frage", "message": "Wann geht es los, bitte?"}
    assert product.client.post("/api/contact", json=body).status_code == 200
    (enquiry,) = stored(product.db, ContactMessage)
    product.clock.now = datetime(2027, 5, 2, 12, tzinfo=UTC)
    ask(product, "Ich frage noch einmal.", subject=f"Zu {enquiry['reference']}")
    product.clock.now = datetime(2028, 2, 29, 12, tzinfo=UTC)  # 365 days, and no year
    assert texts(product) == [body["message"], "Ich frage noch einmal."]
    product.clock.now = datetime(2028, 3, 1, 12, tzinfo=UTC)
    assert texts(product) == ["Ich frage noch einmal."]
    assert stored(product.db, ContactMessage) == []
    assert len(stored(product.db, Conversation)) == 1
    product.clock.now = datetime(2028, 5, 2, 12, tzinfo=UTC)
    assert (texts(product), stored(product.db, Conversation)) == ([], [])


def test_an_answer_goes_with_its_mail_and_files_while_the_conversation_goes_on(product: Product) -> None:
    ask(product, "Wie hoch ist die Rate?")
    (conversation,) = stored(product.db, Conversation)
    file = {"conversation_id": conversation["id"], "filename": "Plan.txt", "content": "UGxhbg=="}
    clerk = product.staff()
    files = [clerk.post("/api/staff/answer-files", json=file).json()["id"]]
    body = {
        "version": conversation["version"],
        "key": "0123456789abcdef",
        "subject": "Re: Rate",
        "text": "Sie steht im Plan.",
        "files": files,
    }
    assert clerk.post(f"/api/staff/conversations/{conversation['id']}/answers", json=body).status_code == 201
    product.clock.advance(days=300)
    ask(product, "Danke!", subject=f"Zu {conversation['reference']}")
    product.clock.advance(days=66)
    with product.db.read() as session:
        told = due_now(session, product.clock())
    assert texts(product) == ["Danke!"]
    assert told["messages"] == {"messages": 2, "message_attachments": 1, "mails": 1}
    assert stored(product.db, MessageAttachment) == []
    assert "staff_answer" not in [row["kind"] for row in stored(product.db, Mail)]


def test_what_was_written_about_a_contract_is_kept_six_years_as_a_letter(product: Product) -> None:
    page = product.page
    page.reserve(key="contract-" * 3, **PERSON)
    reference = page.open()["reference"]
    for subject, sender in ((f"Zu {reference}", EMAIL), (f"Über {reference}", STRANGER)):
        receive(product.db, product.clock(), mail(subject, subject=subject, **{"from": sender}))
    is_it = Reservation.id == page.row().id
    product.db.write(lambda session: session.execute(update(Reservation).where(is_it).values(state="active")) and None)
    year = product.clock().year
    product.clock.advance(days=366)
    assert texts(product) == [f"Zu {reference}"], "of the stranger nobody knows that it is about the contract"
    product.clock.now = datetime(year + 6, 12, 31, 12, tzinfo=UTC)
    assert len(texts(product)) == 1
    product.clock.now = datetime(year + 7, 1, 1, 12, tzinfo=UTC)
    assert texts(product) == []


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
