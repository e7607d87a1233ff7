"""Mails that nobody got: households whose mailbox refuses them, and every other one that was given up."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.console.queue.sources.household import of_reservation, within
from services.console.refused_mails.refused import Refused, given_up, refused_at, refused_mails
from services.core.clock import berlin_day
from services.mail.models import Mail
from services.messages.sent.mails import retry
from services.reservations.models import Reservation
from services.work.source import Description, Ending, Source, Subject, WorkKind


def _refused(session: Session, _now: datetime) -> Sequence[Subject]:
    latest = (mails[0] for mails in given_up(session).refused)
    return [Subject(str(mail.id), within(berlin_day(refused_at(mail)), 1)) for mail in latest]


def _households(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    return {str(one.mail.id): _household(one) for one in refused_mails(session) if str(one.mail.id) in ids}


def _household(one: Refused) -> Description:
    facts = (("Mail", one.subject), ("Abgelehnte Mails", str(one.count)))
    path = f"/refused-mails#mail-{one.mail.id}"
    if isinstance(one.household, Reservation):
        return replace(of_reservation(one.household, one.words, facts=facts), path=path)
    return Description(one.name, one.words, path, park_id=one.household.park_id, facts=facts)


REFUSED_MAIL = Source(
    WorkKind("refused_mail", "Postfach lehnt unsere Mail ab", "Mail klären", Ending.PAGE, 2), _refused, _households
)


def _failed(session: Session, _now: datetime) -> Sequence[Subject]:
    others = given_up(session).others
    return [Subject(str(mail.id), within(berlin_day(mail.created_at), 1), str(mail.attempts)) for mail in others]


def _mails(session: Session, ids: Collection[str]) -> Mapping[str, Description]:
    rows = session.scalars(select(Mail).where(Mail.id.in_(map(int, ids))))
    return {
        str(mail.id): Description(mail.subject, mail.last_error or "Nicht zugestellt", f"/mails/{mail.id}/show")
        for mail in rows
    }


def _send_again(session: Session, id_: str, actor: str, now: datetime) -> None:
    retry(session, int(id_), actor, now)


FAILED_MAIL = Source(
    WorkKind(
        "failed_mail", "Mail nicht zugestellt", "Mail prüfen", Ending.STEP, 2, "Erneut senden",
        "Die Mail geht gleich noch einmal hinaus. Das lässt sich nicht zurücknehmen.",
    ),
    _failed,
    _mails,
    _send_again,
)  # fmt: skip
