"""Letters for staff: which are to be printed, as one document, and that they were posted.

Households without a mailbox get their mails as letters, to the postal address of today.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.german import counted
from services.core.paper.glyphs import unprintable
from services.mail import outbox
from services.mail.letters.erasure import DataErased
from services.mail.models import TO_PRINT, Mail
from services.mail.paper.letter import Letter
from services.mail.rendering import Renderer
from services.messages.errors import NoLetter, NotToPrint
from services.messages.sent.mails import mail_of
from services.reservations.models import Reservation
from services.staff import audit

MOST: Final = 100
"""Letters of one document: a stack that a printer takes, and as many ids as fit into an address."""
_COMPLETE_IT: Final = "Bitte ergänzen Sie an der Reservierung Straße und Ort."
_NO_ADDRESS: Final = f"Für den Brief fehlt die Anschrift. {_COMPLETE_IT}"
_BROKEN: Final = "Dieser Brief lässt sich nicht mehr setzen, weil er zu einer früheren Fassung gehört."
_ERASED: Final = "Haushalt mit gelöschten Daten"


class Remark(NamedTuple):
    """What a clerk has to know before printing, and the households that it is about."""

    sentence: str
    people: list[str]


class Batch(NamedTuple):
    """Letters that can be printed, the oldest first. `later`: how many wait beyond one document."""

    ids: list[int]
    later: int
    remarks: list[Remark]


def count_waiting(session: Session) -> int:
    """How many wait to be printed."""
    return session.scalar(select(func.count()).select_from(Mail).where(TO_PRINT)) or 0


def batch(session: Session, renderer: Renderer, chosen: Sequence[int] | None) -> Batch:
    """The letters to print: of these reservations, or all that wait."""
    query = select(Mail).where(TO_PRINT).order_by(Mail.id)
    if chosen is not None:
        query = query.where(Mail.subject_ref.in_([f"reservation:{id_}" for id_ in chosen]))
    waiting = session.scalars(query).all()
    served = {mail.reservation_id for mail in waiting}
    names = _names(session, served | set(chosen or ()))
    ids, homeless, broken, by_hand, enclosing = [], [], [], [], []
    for mail in waiting[:MOST]:
        name = names.get(mail.reservation_id or 0, _ERASED)
        _, address = _addressee(session, mail)
        if not address:
            homeless.append(name)
        elif not _can_be_set(renderer, mail):
            broken.append(name)
        else:
            ids.append(mail.id)
            by_hand += [name] if unprintable("".join(address)) else []
            enclosing += [name] if outbox.attachments_of(mail) else []
    without = [names[id_] for id_ in dict.fromkeys(chosen or ()) if id_ in names and id_ not in served]
    remarks = [
        Remark(f"Für {_households(without)} ist gerade kein Brief zu drucken.", without),
        Remark(f"Für {_households(homeless)} fehlt die Anschrift. {_COMPLETE_IT}", homeless),
        Remark(f"Für {_households(broken)} lässt sich ein Brief aus einer früheren Fassung nicht mehr setzen.", broken),
        Remark(
            f"Für {_households(by_hand)} fehlen unserer Schrift Zeichen des Namens. "
            "Bitte schreiben Sie ihn von Hand auf die Linie.",
            by_hand,
        ),
        Remark(
            f"Für {_households(enclosing)} gehören die Unterlagen zum Vertrag in den Umschlag. Sie laden sie an der "
            "Reservierung.",
            enclosing,
        ),
    ]
    return Batch(ids, max(0, len(waiting) - MOST), [one for one in remarks if one.people])


def print_all(session: Session, renderer: Renderer, ids: Sequence[int], actor: str, now: datetime) -> tuple[str, bytes]:
    """File name and PDF of these letters in this order, which is put on record. UnknownMail, NoLetter."""
    mails = [mail_of(session, id_) for id_ in dict.fromkeys(ids)]
    letters, abouts = [], []
    for mail in mails:
        about, address = _addressee(session, mail)
        if not address:
            raise NoLetter(_NO_ADDRESS)
        letters.append(Letter(mail.kind, mail.values, address, mail.created_at))
        abouts.append(about)
    try:
        content = renderer.letters(letters)
    except (KeyError, TypeError, ValueError) as error:
        raise NoLetter(_BROKEN) from error
    _note(session, mails, "mail.printed", actor, now)
    name = f"brief-{abouts[0]}-{mails[0].id}.pdf" if len(mails) == 1 else f"{len(mails)}-briefe.pdf"
    return name, content


def note_posted(session: Session, mail_id: int, actor: str, now: datetime) -> None:
    """Mark a letter as posted. UnknownMail, NoLetter, NotToPrint. A unit of work."""
    mail = mail_of(session, mail_id)
    _addressee(session, mail)
    if not outbox.mark_posted(session, mail_id, now):
        raise NotToPrint
    _note(session, [mail], "mail.posted", actor, now)


def note_all_posted(session: Session, ids: Sequence[int], actor: str, now: datetime) -> int:
    """Mark these as posted; returns how many still waited. UnknownMail."""
    mails = [mail_of(session, id_) for id_ in dict.fromkeys(ids)]
    posted = [mail for mail in mails if mail.is_letter and outbox.mark_posted(session, mail.id, now)]
    _note(session, posted, "mail.posted", actor, now)
    return len(posted)


def _addressee(session: Session, mail: Mail) -> tuple[str, Sequence[str]]:
    """The subject of a letter, for its file name, and the address lines. After an erasure only the last letter has an
    address. NoLetter.
    """
    if mail.is_letter and mail.kind == DataErased.kind:
        return "loeschung", mail.values.get("address", ())
    reservation_id = mail.reservation_id
    found = session.get(Reservation, reservation_id) if mail.is_letter and reservation_id is not None else None
    if found is None:
        raise NoLetter
    return found.reference.lower(), found.postal_address


def _can_be_set(renderer: Renderer, mail: Mail) -> bool:
    try:
        renderer.letter_text(mail.kind, mail.values)
    except (KeyError, TypeError, ValueError):
        return False
    return True


def _names(session: Session, ids: set[int | None]) -> dict[int, str]:
    query = select(Reservation.id, Reservation.first_name, Reservation.last_name)
    rows = session.execute(query.where(Reservation.id.in_(ids - {None})))
    return {id_: f"{first} {last}".strip() or _ERASED for id_, first, last in rows}


def _households(people: Sequence[str]) -> str:
    return counted(len(people), "Haushalt", "Haushalte")


def _note(session: Session, mails: Sequence[Mail], action: str, actor: str, now: datetime) -> None:
    events = [
        audit.Event(actor, action, f"mail:{one.id}", {"kind": one.kind, "about": one.subject_ref}) for one in mails
    ]
    audit.append(session, events, now)
