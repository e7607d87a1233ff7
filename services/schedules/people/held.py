"""Schedules by person: who receives them, and who owns them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.german import listed
from services.mail.models import Mail
from services.reports.models import ReportRun
from services.schedules.models import ReportDelivery, ReportSchedule
from services.schedules.pack.reports import names_of, titles_in_words
from services.schedules.recipients.eligibility import Addressee, judged, rows_of
from services.schedules.recipients.narrowing import narrowing_words
from services.schedules.schedules import schedules
from services.schedules.schemas import ScheduleOut
from services.schedules.views import schedules_out
from services.staff.call import Staff
from services.staff.holdings import Holder, Holding
from services.staff.models import Role

_READER: Final = Staff(0, "", "", Role.ADMIN, 0)
"""Every schedule is read; the caller decides what is shown to whom."""
_OWNER_GONE: Final = (
    "Wem er gehört, hat kein aktives Konto oder darf den Bericht nicht sehen. Beim nächsten Lauf hält der Plan an."
)
_NO_RECIPIENT: Final = "Er hat keinen Empfänger."
_FORMATS: Final = {
    "body": "Text der Mail",
    "pdf": "PDF",
    "xlsx": "Excel-Datei",
    "csv": "CSV-Dateien",
    "parquet": "Parquet-Dateien",
}
_LastSent = Mapping[tuple[int, str], datetime]


def held(session: Session, now: datetime) -> Iterator[Holding]:
    """Each recipient and each owner of a live schedule."""
    rows = schedules(session, Role.ADMIN)
    last = _last_sent(session, [row.id for row in rows])
    for row, shown in zip(rows, schedules_out(session, rows, _READER, now), strict=True):
        yield _owned(row, shown)
        for one in judged(session, rows_of(session, [row.id]), names_of(row), now):
            yield _received(row, shown, one, last)


def _owned(row: ReportSchedule, shown: ScheduleOut) -> Holding:
    names = [one.name or one.address for one in shown.whom]
    return replace(
        _base(row, shown),
        facts=[*_facts(shown), ("Empfänger", listed(names))] if names else _facts(shown),
        problem=_paused(shown) or ("" if shown.owner.is_entitled else _OWNER_GONE) or ("" if names else _NO_RECIPIENT),
    )


def _received(row: ReportSchedule, shown: ScheduleOut, one: Addressee, last: _LastSent) -> Holding:
    words = narrowing_words(one.filters)
    return replace(
        _base(row, shown),
        holder=_holder(one),
        kind="receives",
        facts=[*_facts(shown), ("Eigener Filter", words)] if words else _facts(shown),
        problem=one.left_out or _paused(shown),
        last_at=last.get((row.id, one.address.lower())),
    )


def _base(row: ReportSchedule, shown: ScheduleOut) -> Holding:
    return Holding(
        holder=row.owner_id,
        kind="owns",
        name=row.name,
        about=titles_in_words(row),
        path=f"/reports/schedules/{row.id}",
        last_at=row.last_sent_at,
        next_at=shown.next[0].at if shown.next else None,
    )


def _paused(shown: ScheduleOut) -> str:
    return f"Angehalten: {shown.paused.reason}" if shown.paused else ""


def _holder(one: Addressee) -> Holder:
    return one.account.id if one.account else one.address.lower()


def _facts(shown: ScheduleOut) -> list[tuple[str, str]]:
    period = [("Zeitraum", shown.period_words)] if shown.period_words else []
    return [*period, ("Rhythmus", shown.timing_words), ("Format", ", ".join(_FORMATS[one] for one in shown.formats))]


def _last_sent(session: Session, schedule_ids: Sequence[int]) -> _LastSent:
    """When each schedule was last sent to each address, tests left out."""
    query = (
        select(ReportRun.schedule_id, ReportDelivery.recipient, func.max(Mail.sent_at))
        .join(ReportDelivery, ReportDelivery.run_id == ReportRun.id)
        .join(Mail, Mail.dedupe_key == ReportDelivery.mail_key)
        .where(ReportRun.schedule_id.in_(schedule_ids), ReportRun.is_test.is_(False), Mail.sent_at.is_not(None))
        .group_by(ReportRun.schedule_id, ReportDelivery.recipient)
    )
    return {(schedule, address.lower()): at for schedule, address, at in session.execute(query) if schedule and at}
