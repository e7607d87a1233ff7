"""Answers: what leaves by the real mail server, when, and how it is taken back; templates, no field of which leaves."""

import email
import re
from datetime import timedelta
from email.message import EmailMessage
from email.policy import default
from typing import Any
from uuid import uuid4

from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.core.fields import Refused
from services.mail.delivery import Delivery
from services.mail.letters.answers import StaffAnswer
from services.mail.models import Mail
from services.mail.rendering import Renderer
from services.mail.transport import Smtp
from services.messages.answers.inputs import refuse_fields
from services.messages.answers.thread import MOST_REFERENCES, answer_subject, references, with_reference
from services.messages.models import Conversation, Message
from services.messages.templates.fields import FIELDS, fill, left_in, unknown_in
from services.reservations.models import Reservation
from services.staff.models import AuditEntry
from tests.factories import contact_body, reservation_body
from tests.fixtures.smtp import SmtpPeer
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock
from tests.services.mail.posting import SENDER
from tests.services.messages.mails import mail, receive
from tests.services.stored import execute, stored

LIST = "/api/staff/conversations"
TEMPLATES = "/api/staff/answer-templates"
ANSWER = "Guten Tag Änne Müller,\n\nIhr Platz bleibt.\nVersprochen."


def asked(client: TestClient, db: Database, **changes: Any) -> dict[str, Any]:
    """A household with a place asks by the contact form; its conversation."""
    reserved = client.post("/functions/v1/reserve-spot", json=reservation_body())
    assert reserved.status_code == 200, reserved.text
    sent = client.post("/api/contact", json=contact_body(reference=reserved.json()["reference"], **changes))
    assert sent.status_code == 200, sent.text
    return stored(db, Conversation)[-1]


def written(conversation: dict[str, Any], **changes: Any) -> dict[str, Any]:
    body = {"version": conversation["version"], "key": str(uuid4()), "subject": "Re: Umzug", "text": ANSWER}
    return body | changes


def answer(clerk: TestClient, conversation: dict[str, Any], **changes: Any) -> Any:
    return clerk.post(f"{LIST}/{conversation['id']}/answers", json=written(conversation, **changes))


def composer(clerk: TestClient, conversation: dict[str, Any]) -> dict[str, Any]:
    reply = clerk.get(f"{LIST}/{conversation['id']}/composer")
    assert reply.status_code == 200, reply.text
    found: dict[str, Any] = reply.json()
    return found


def deliver(db: Database, clock: HeldClock, peer: SmtpPeer) -> list[EmailMessage]:
    """The answers among the mails that leave now."""
    before = len(peer.received)
    Delivery(db, Smtp(peer.url), Renderer(SENDER), clock).deliver_due()
    found = [email.message_from_bytes(raw, policy=default) for raw in peer.received[before:]]
    return [one for one in found if isinstance(one, EmailMessage) and "[NA-" in str(one["Subject"])]


def test_an_answer_leaves_after_ten_minutes_as_part_of_the_conversation(
    client: TestClient, clerk: TestClient, db: Database, clock: HeldClock, smtp_peer: SmtpPeer
) -> None:
    conversation = asked(client, db)
    question = "0815@mail.example"
    execute(db.engine, f"UPDATE messages SET message_id = '{question}', references_text = '1@x.example 2@x.example'")
    reply = answer(clerk, conversation)
    assert reply.status_code == 201, reply.text
    assert (reply.json()["state"], reply.json()["messages"][-1]["author_name"]) == ("waiting", "Kim Staff")
    clock.advance(minutes=9, seconds=59)
    assert deliver(db, clock, smtp_peer) == []
    clock.advance(seconds=1)
    (mail,) = deliver(db, clock, smtp_peer)
    headers = ("Subject", "In-Reply-To", "References", "Reply-To", "Auto-Submitted")
    assert [mail[name] for name in headers] == [
        f"Re: Umzug [{conversation['reference']}]",
        f"<{question}>",
        f"<1@x.example> <2@x.example> <{question}>",
        SENDER.email,
        None,
    ]
    ours = stored(db, Message)[-1]
    assert str(mail["Message-ID"]).strip("<>").partition("@")[0] == ours["message_id"].partition("@")[0]
    text, html = mail.get_body(("plain",)), mail.get_body(("html",))
    assert text is not None and html is not None
    assert f"{ANSWER}\n\nFreundliche Grüße\nKim Staff\nVoltigo" in text.get_content().replace("\r\n", "\n")
    assert "Ihr Platz bleibt.<br>Versprochen." in html.get_content()
    (state,) = composer(clerk, conversation)["answers"]
    assert (state["state"], state["can_withdraw"], state["leaves_at"]) == ("sent", False, None)


def test_an_answer_goes_where_it_is_wanted_and_the_clerk_sees_where(
    clerk: TestClient, db: Database, clock: HeldClock, smtp_peer: SmtpPeer
) -> None:
    form = {"from": "Formular <noreply@formdienst.example>", "reply_to": "Anna Berger <Anna@Example.org>"}
    receive(db, clock.now, mail("Über das Formular.", message_id="<1@formdienst.example>", **form))
    conversation = stored(db, Conversation)[-1]
    assert composer(clerk, conversation)["recipient"] == "Anna@example.org"
    assert answer(clerk, conversation).status_code == 201
    clock.advance(minutes=10)
    (sent,) = deliver(db, clock, smtp_peer)
    assert sent["To"] == "Anna@example.org"


def test_one_click_is_one_answer_and_who_comes_second_keeps_his_text(
    client: TestClient, clerk: TestClient, staff_client: StaffClient, db: Database
) -> None:
    conversation = asked(client, db)
    body = written(conversation)
    replies = [clerk.post(f"{LIST}/{conversation['id']}/answers", json=body) for _ in range(2)]
    assert [reply.status_code for reply in replies] == [201, 201]
    assert [row["kind"] for row in stored(db, Mail)].count(StaffAnswer.kind) == 1
    late = answer(staff_client("admin", client=client), conversation)
    assert (late.status_code, late.json()["code"]) == (409, "overtaken")
    assert late.json()["by_name"] == "Kim Staff" and "Ihr Text ist noch da" in late.json()["title"]
    assert late.json()["version"] == stored(db, Conversation)[0]["version"]


def test_an_answer_is_taken_back_within_its_window_and_not_after(
    client: TestClient, clerk: TestClient, db: Database, clock: HeldClock, smtp_peer: SmtpPeer
) -> None:
    conversation = asked(client, db)
    first = answer(clerk, conversation).json()
    step = f"{LIST}/{conversation['id']}/answers/{first['messages'][-1]['id']}"
    back = clerk.post(f"{step}/withdraw").json()
    assert (back["state"], back["last_outbound_at"]) == ("open", None)
    assert clerk.post(f"{step}/withdraw").status_code == 200, "again is no mistake"
    clock.advance(minutes=11)
    assert deliver(db, clock, smtp_peer) == []
    second = answer(clerk, back).json()
    step = f"{LIST}/{conversation['id']}/answers/{second['messages'][-1]['id']}"
    assert clerk.post(f"{step}/send-now").status_code == 200
    assert len(deliver(db, clock, smtp_peer)) == 1
    for name in ("withdraw", "send-now"):
        refused = clerk.post(f"{step}/{name}")
        assert (refused.status_code, refused.json()["code"]) == (409, "already_sent")
    actions = [row["action"] for row in stored(db, AuditEntry) if row["subject"] == f"conversation:{back['id']}"]
    assert actions == [
        "conversation.opened",
        "conversation.answered",
        "conversation.answer_withdrawn",
        "conversation.answered",
        "conversation.answer_hastened",
    ]
    assert "Müller" not in str([row["details"] for row in stored(db, AuditEntry)])


def test_an_answer_that_is_cancelled_among_the_mails_leaves_its_conversation_as_before(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    conversation = asked(client, db)
    answer(clerk, conversation)
    mail = next(row for row in stored(db, Mail) if row["kind"] == StaffAnswer.kind)
    cancelled = clerk.post(f"/api/staff/mails/{mail['id']}/cancel", json={})
    assert (cancelled.status_code, cancelled.json()["state"]) == (200, "cancelled")
    (row,) = stored(db, Conversation)
    assert (row["state"], row["last_outbound_at"]) == ("open", None)
    assert [one["state"] for one in composer(clerk, conversation)["answers"]] == ["withdrawn"]
    assert clerk.post(f"/api/staff/mails/{mail['id']}/cancel", json={}).status_code == 409, "it waits no more"


def test_a_chosen_moment_is_berlins_and_never_within_the_window(
    client: TestClient, clerk: TestClient, db: Database, clock: HeldClock, smtp_peer: SmtpPeer
) -> None:
    conversation = asked(client, db)
    for moment, code in (
        ("2026-11-03T11:30", "in_the_past"),
        ("2027-11-03T11:30", "too_late"),
        ("9 Uhr", "not_a_moment"),
    ):
        refused = answer(clerk, conversation, send_at=moment)
        assert [(fault["field"], fault["code"]) for fault in refused.json()["errors"]] == [("send_at", code)]
    assert answer(clerk, conversation, send_at="2026-11-03T11:31").status_code == 201
    soonest = clock() + timedelta(minutes=10)
    assert composer(clerk, conversation)["answers"][0]["leaves_at"] == soonest.isoformat().replace("+00:00", "Z")
    later = stored(db, Conversation)[0]
    assert answer(clerk, later, send_at="2026-11-04T09:00").status_code == 201
    clock.advance(hours=20)
    assert len(deliver(db, clock, smtp_peer)) == 1
    clock.advance(hours=2)
    assert len(deliver(db, clock, smtp_peer)) == 1


def test_a_household_without_an_address_is_refused_in_words(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    conversation = asked(client, db)
    execute(db.engine, "UPDATE conversations SET correspondent_email = '', email_normalized = ''")
    refused = answer(clerk, conversation)
    assert (refused.status_code, refused.json()["code"]) == (409, "no_address")
    assert composer(clerk, conversation)["problem"] == refused.json()["title"]


def test_staff_write_first_and_a_second_click_begins_nothing(
    client: TestClient, clerk: TestClient, db: Database, clock: HeldClock, smtp_peer: SmtpPeer
) -> None:
    client.post("/functions/v1/reserve-spot", json=reservation_body())
    route = f"/api/staff/reservations/{stored(db, Reservation)[0]['id']}/messages"
    body = {"key": str(uuid4()), "subject": "Ihr Platz", "text": ANSWER}
    begun = [clerk.post(route, json=body).json()["conversation_id"] for _ in range(2)]
    (row,) = stored(db, Conversation)
    assert begun == [row["id"]] * 2 and row["state"] == "waiting"
    clock.advance(minutes=10)
    (mail,) = deliver(db, clock, smtp_peer)
    assert (mail["Subject"], mail["In-Reply-To"]) == (f"Ihr Platz [{row['reference']}]", None)


def test_templates_are_filled_and_what_has_no_value_stops_the_answer(
    client: TestClient, clerk: TestClient, db: Database
) -> None:
    conversation = asked(client, db)
    (household,) = stored(db, Reservation)
    shown = composer(clerk, conversation)
    values = {field["name"]: field["value"] for field in shown["fields"]}
    assert values["gutschrift_monat"] == f"{household['monthly_credit_cents'] / 100:.2f}\u00a0€".replace(".", ",")
    assert values["platz"] == str(household["spot_number"])
    by_name = {template["name"]: template for template in shown["templates"]}
    assert len(by_name) == 5
    assert [name for name, one in by_name.items() if left_in(one["text"]) != one["missing"]] == []
    execute(db.engine, "UPDATE reservations SET payment_plan = 'one-off'")
    price = next(one for one in composer(clerk, conversation)["templates"] if one["name"] == "Preis und Raten")
    assert price["missing"] == ["{rate}"]
    refused = answer(clerk, conversation, text=price["text"])
    assert [(one["field"], one["code"]) for one in refused.json()["errors"]] == [("text", "field_left")]
    assert "{rate}" in refused.json()["errors"][0]["message"]
    execute(db.engine, "UPDATE conversations SET is_other_address = true, matched_by = 'reference'")
    foreign = {field["name"]: field["value"] for field in composer(clerk, conversation)["fields"]}
    assert (foreign["platz"], foreign["vorname"]) == (None, "Änne"), "a stranger is told nothing of the reservation"


def test_a_template_is_saved_with_known_fields_only_and_over_its_version(clerk: TestClient, db: Database) -> None:
    body = {"name": "Kurz", "topic": "Probe", "subject": "Hallo {vorname}", "text": "Zu {plaz} und {."}
    refused = clerk.post(TEMPLATES, json=body)
    assert refused.json()["errors"][0]["code"] == "unknown_field"
    assert "{plaz} und {" in refused.json()["errors"][0]["message"]
    added = clerk.post(TEMPLATES, json=body | {"text": "Zu {platz}."}).json()
    one = f"{TEMPLATES}/{added['id']}"
    changed = body | {"text": "Platz {platz}.", "version": 1}
    assert clerk.put(one, json=changed).json()["version"] == 2
    stale = clerk.put(one, json=changed | {"text": "Anders."})
    assert (stale.status_code, stale.json()["current"]["text"]) == (409, "Platz {platz}.")
    assert clerk.delete(one).status_code == 204
    assert added["id"] not in [row["id"] for row in clerk.get(TEMPLATES).json()["data"]]


def test_a_conversation_is_done_and_taken_up_again(client: TestClient, clerk: TestClient, db: Database) -> None:
    conversation = asked(client, db)
    close = f"{LIST}/{conversation['id']}/close"
    states = [clerk.post(close, json={"is_closed": is_closed}).json()["state"] for is_closed in (True, True, False)]
    assert states == ["closed", "closed", "open"]


def test_the_preview_is_the_mail(client: TestClient, clerk: TestClient, db: Database) -> None:
    conversation = asked(client, db)
    shown = clerk.post(f"{LIST}/{conversation['id']}/preview", json={"subject": "Re: Umzug", "text": ANSWER}).json()
    assert shown["subject"] == f"Re: Umzug [{conversation['reference']}]"
    assert "Kim Staff" in shown["html"] and conversation["reference"] in shown["text"]


_WORDS = st.text(st.sampled_from("ab {}üä\n") | st.characters(exclude_categories=("Cs",)), max_size=40)
_TEXTS = st.lists(_WORDS | st.sampled_from([f"{{{name}}}" for name in FIELDS]), max_size=8).map("".join)


@given(_TEXTS, st.fixed_dictionaries({name: _WORDS.map(lambda word: re.sub(r"[{}]", "", word)) for name in FIELDS}))
def test_no_field_ever_leaves(text: str, values: dict[str, str]) -> None:
    filled = fill(text, values)
    assert filled.missing == left_in(filled.text)
    try:
        leaves = refuse_fields(filled.text)
    except Refused as fault:
        assert fault.code == "field_left" and filled.missing
    else:
        assert "{" not in leaves and "}" not in leaves
    assert unknown_in(text) or all(values[one[1:-1].strip()] == "" for one in filled.missing)


def test_an_answer_is_named_as_mail_programs_name_it() -> None:
    assert answer_subject("AW: Re: fwd: Umzug", 300) == "Re: Umzug"
    assert with_reference("Re: Umzug [NA-7K3M-Q2XH]", "NA-7K3M-Q2XH") == "Re: Umzug [NA-7K3M-Q2XH]"
    many = [f"{number}@x.example" for number in range(50)]
    named = references([*many, None, "a b@x", "<c@x>", "ü@x"], "0@x.example first@x.example")
    assert (named[0], named[-1], len(named)) == ("0@x.example", "49@x.example", MOST_REFERENCES)
