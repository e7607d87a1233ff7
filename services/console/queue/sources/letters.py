"""Letters to households without a mailbox, which a clerk has to print and post."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.console.queue.sources.household import Said, name_of, of_reservation, rows_of, within
from services.core.clock import berlin_day
from services.core.db.rows import fetch
from services.core.paper.glyphs import unprintable
from services.mail.models import TO_PRINT, Mail
from services.messages.sent.mails import note_posted
from services.work.source import Description, Ending, Source, Subject, WorkKind


def _to_print(session: Session, _now: datetime) -> Sequence[Subject]:
    rows = fetch(session, select(Mail.id, Mail.created_at).where(TO_PRINT))
    return [Subject(str(id_), within(berlin_day(at), 1)) for id_, at in rows]


def _letters(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    mails = session.scalars(select(Mail).where(Mail.id.in_(map(int, ids)))).all()
    about = {mail.id: mail.reservation_id for mail in mails}
    reservations = {row.id: row for row in rows_of(session, {str(id_) for id_ in about.values() if id_ is not None})}
    return {str(mail.id): _letter(mail, reservations.get(about[mail.id] or 0)) for mail in mails}


def _letter(mail: Mail, row: Said | None) -> Description:
    """The last letter to an erased household has a name on its envelope alone."""
    path = f"/mails/{mail.id}/show"
    if row is None:
        address = " ".join(mail.values.get("address", ()))
        return Description("Haushalt mit gelöschten Daten", f"{mail.subject}{_by_hand(address)}", path)
    return replace(of_reservation(row, f"{mail.subject}{_by_hand(name_of(row))}"), path=path)


def _by_hand(name: str) -> str:
    """What a clerk has to do beside printing, where the letter cannot show the name."""
    if not unprintable(name):
        return ""
    return (
        ". Der Name kann nicht gedruckt werden, denn unserer Schrift fehlen Zeichen. Bitte schreiben Sie ihn von Hand."
    )


def _note_posted(session: Session, id_: str, actor: str, now: datetime) -> None:
    note_posted(session, int(id_), actor, now)


LETTER = Source(
    WorkKind(
        "letter", "Brief zu drucken", "Drucken", Ending.STEP, 2, "Als versandt vermerken",
        "Der Brief gilt damit als verschickt. Das lässt sich nicht zurücknehmen.",
    ),
    _to_print,
    _letters,
    _note_posted,
)  # fmt: skip
