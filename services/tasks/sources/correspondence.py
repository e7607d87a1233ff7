"""Correspondence: conversations to answer, mails that did not arrive, letters to post."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import exists, func, select
from sqlalchemy.orm import Session

from services.contact.models import ContactMessage
from services.contact.topics import Topic
from services.core.clock import berlin_day
from services.core.db.rows import fetch
from services.core.paper.glyphs import unprintable
from services.core.working_days import add_working_days
from services.mail.models import TO_PRINT, Mail
from services.messages.answers.close import set_closed
from services.messages.merged import followed
from services.messages.models import Conversation, ConversationState, Direction, Message, MessageKind
from services.messages.sent.letters import note_posted
from services.messages.sent.mails import retry
from services.reservations.desk.masking import mask_email, mask_phone
from services.reservations.models import Reservation
from services.tasks.refused_mails import Refused, given_up
from services.tasks.source import Description, Source, Subject
from services.tasks.sources.reservations import Said, arrived, name_of, of_reservation, place_of, rows_of

_SHORT_AFTER: Final = 160
"""Characters of a message that its line has."""
_IS_SPAM: Final = exists().where(ContactMessage.id == Conversation.contact_message_id, ContactMessage.suspected_spam)
_WAITS: Final = (Conversation.state == ConversationState.OPEN.value) & ~_IS_SPAM


def _unanswered(session: Session, _now: datetime) -> Sequence[Subject]:
    """Due by the last incoming message, which is a new cause."""
    since = func.coalesce(Conversation.last_inbound_at, Conversation.created_at)
    rows = fetch(session, select(Conversation.id, since).where(_WAITS))
    return [Subject(str(id_), add_working_days(berlin_day(at), 1), str(at)) for id_, at in rows]


def _conversations(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    rows = session.scalars(select(Conversation).where(Conversation.id.in_(map(int, ids)))).all()
    texts = _last_texts(session, [row.id for row in rows])
    forms = _forms(session, rows)
    heirs = followed(session, (row.reservation_id for row in rows))
    reservations = rows_of(session, heirs.values())
    return {
        str(row.id): _conversation(
            row,
            texts.get(row.id, ""),
            forms.get(row.contact_message_id),
            reservations.get(heirs.get(row.reservation_id or 0)),
        )
        for row in rows
    }


def _last_texts(session: Session, ids: Collection[int]) -> dict[int, str]:
    came_in = (Message.direction == Direction.IN.value) & (Message.kind == MessageKind.NORMAL.value)
    query = select(Message.conversation_id, Message.reply_text).where(Message.conversation_id.in_(ids), came_in)
    return {row.conversation_id: row.reply_text for row in session.execute(query.order_by(Message.id))}


def _forms(session: Session, rows: Sequence[Conversation]) -> dict[object, ContactMessage]:
    ids = {row.contact_message_id for row in rows} - {None}
    return {form.id: form for form in session.scalars(select(ContactMessage).where(ContactMessage.id.in_(ids)))}


def _conversation(row: Conversation, text: str, form: ContactMessage | None, reservation: Said | None) -> Description:
    """Who asked for a call is called, at a number that is not masked."""
    wants_call = form is not None and form.topic == Topic.CALLBACK and form.phone != ""
    number = form.phone if form else None
    facts = [("Betreff", row.subject), ("Vorgang", row.reference), ("E-Mail", mask_email(row.correspondent_email))]
    return Description(
        title=row.correspondent_name or mask_email(row.correspondent_email) or "Ohne Absender",
        detail=("Bittet um Rückruf: " if wants_call else "") + " ".join(text[:_SHORT_AFTER].split()),
        path=f"/messages/{row.id}#message-text",
        act="call" if wants_call else "answer",
        verb="Zurückrufen" if wants_call else "",
        **place_of(reservation),
        phone=number if wants_call or not number else mask_phone(number),
        message=text,
        facts=tuple(fact for fact in facts if fact[1]),
    )


def _close(session: Session, id_: str, actor: str, now: datetime, _refund: object = None) -> None:
    set_closed(session, int(id_), True, actor, now)


def _reopen(session: Session, id_: str, actor: str, now: datetime) -> None:
    set_closed(session, int(id_), False, actor, now)


CONVERSATION = Source(
    "conversation", "Nachricht ohne Antwort", "Antworten",
    _unanswered, _conversations,
    escalates_after=2, band="waiting", button="Keine Antwort nötig", step=_close, reverse=_reopen,
)  # fmt: skip


def _refused(session: Session, _now: datetime) -> Sequence[Subject]:
    refused, _ = given_up(session)
    return [Subject(str(one.mail.id), add_working_days(berlin_day(one.at), 1)) for one in refused]


def _households(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    return {id_: _household(one) for one in given_up(session)[0] if (id_ := str(one.mail.id)) in ids}


def _household(one: Refused) -> Description:
    facts = (("Mail", one.subject), ("Abgelehnte Mails", str(one.count)))
    path = f"/refused-mails#mail-{one.mail.id}"
    if isinstance(one.household, Reservation):
        return of_reservation(one.household, one.words, facts)._replace(path=path)
    return Description(one.name, one.words, path, park_id=one.household.park_id, facts=facts)


REFUSED_MAIL = Source(
    "refused_mail", "Postfach lehnt unsere Mail ab", "Mail klären", _refused, _households, escalates_after=2
)


def _failed(session: Session, _now: datetime) -> Sequence[Subject]:
    _, others = given_up(session)
    return [Subject(str(one.id), add_working_days(berlin_day(one.created_at), 1), str(one.attempts)) for one in others]


def _mails(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    rows = session.scalars(select(Mail).where(Mail.id.in_(map(int, ids))))
    return {
        str(mail.id): Description(mail.subject, mail.last_error or "Nicht zugestellt", f"/mails/{mail.id}/show")
        for mail in rows
    }


def _send_again(session: Session, id_: str, actor: str, now: datetime, _refund: object) -> None:
    retry(session, int(id_), actor, now)


FAILED_MAIL = Source(
    "failed_mail", "Mail nicht zugestellt", "Mail prüfen",
    _failed, _mails,
    escalates_after=2, button="Erneut senden", step=_send_again,
    final_sentence="Die Mail geht gleich noch einmal hinaus. Das lässt sich nicht zurücknehmen.",
)  # fmt: skip


def _to_print(session: Session, _now: datetime) -> Sequence[Subject]:
    return arrived(session, select(Mail.id, Mail.created_at).where(TO_PRINT), 1)


def _letters(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    mails = session.scalars(select(Mail).where(Mail.id.in_(map(int, ids)))).all()
    about = {mail.id: mail.reservation_id for mail in mails}
    reservations = rows_of(session, about.values())
    return {str(mail.id): _letter(mail, reservations.get(about[mail.id])) for mail in mails}


def _letter(mail: Mail, row: Said | None) -> Description:
    """The last letter to an erased household; its name is only on the envelope."""
    path = f"/mails/{mail.id}/show"
    if row is None:
        address = " ".join(mail.values.get("address", ()))
        return Description("Haushalt mit gelöschten Daten", f"{mail.subject}{_by_hand(address)}", path)
    return of_reservation(row, f"{mail.subject}{_by_hand(name_of(row))}")._replace(path=path)


def _by_hand(name: str) -> str:
    """Asks the clerk to write the name by hand if our font lacks its letters."""
    if not unprintable(name):
        return ""
    return (
        ". Der Name kann nicht gedruckt werden, denn unserer Schrift fehlen Zeichen. Bitte schreiben Sie ihn von Hand."
    )


def _note_posted(session: Session, id_: str, actor: str, now: datetime, _refund: object) -> None:
    note_posted(session, int(id_), actor, now)


LETTER = Source(
    "letter", "Brief zu drucken", "Drucken",
    _to_print, _letters,
    escalates_after=2, band="waiting", button="Als versandt vermerken", step=_note_posted,
    final_sentence="Der Brief gilt damit als verschickt. Das lässt sich nicht zurücknehmen.",
)  # fmt: skip
