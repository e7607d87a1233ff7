"""Letters to households without a mailbox: printed from the outbox, and noted as posted."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from services.mail import outbox
from services.mail.letters.erasure import DataErased
from services.mail.models import Mail
from services.mail.paper.letter import Letter
from services.mail.rendering import Renderer
from services.messages.errors import NoLetter, NotToPrint
from services.messages.sent.mails import mail_of, reservation_id_of
from services.reservations.models import Reservation
from services.staff import audit

_NO_ADDRESS = "Für den Brief fehlt die Anschrift. Bitte ergänzen Sie an der Reservierung Straße und Ort."
_BROKEN = "Dieser Brief lässt sich nicht mehr setzen, weil er zu einer früheren Fassung gehört."


def document_of(session: Session, renderer: Renderer, mail_id: int) -> tuple[str, bytes]:
    """File name and PDF of a letter, to the present postal address. UnknownMail, NoLetter."""
    mail = mail_of(session, mail_id)
    about, address = _addressee(session, mail)
    if not address:
        raise NoLetter(_NO_ADDRESS)
    letter = Letter(mail.kind, mail.values, address, mail.created_at)
    try:
        content = renderer.letter(letter)
    except (KeyError, TypeError, ValueError) as error:
        raise NoLetter(_BROKEN) from error
    return f"brief-{about}-{mail.id}.pdf", content


def note_posted(session: Session, mail_id: int, actor: str, now: datetime) -> None:
    """Note that a letter was posted. UnknownMail, NoLetter, NotToPrint. A unit of work."""
    mail = mail_of(session, mail_id)
    _addressee(session, mail)
    if not outbox.mark_posted(session, mail_id, now):
        raise NotToPrint
    details = {"kind": mail.kind, "about": mail.subject_ref}
    audit.append(session, [audit.Event(actor, "mail.posted", f"mail:{mail.id}", details)], now)


def _addressee(session: Session, mail: Mail) -> tuple[str, Sequence[str]]:
    """What the letter is about, for its file name, and the lines behind the window. An erased household's address is in
    its last letter alone. NoLetter.
    """
    if mail.is_letter and mail.kind == DataErased.kind:
        return "loeschung", mail.values.get("address", ())
    reservation_id = reservation_id_of(mail)
    found = session.get(Reservation, reservation_id) if mail.is_letter and reservation_id is not None else None
    if found is None:
        raise NoLetter
    return found.reference.lower(), found.postal_address
