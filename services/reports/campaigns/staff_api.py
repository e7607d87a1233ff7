"""Staff API for campaign figures, alias previews and day notes.

Must be included before the campaigns router, whose `/campaigns/{id}` would otherwise match `audit` as an id.
"""

from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import Annotated, TypeVar

from fastapi import Query
from pydantic import BaseModel, ConfigDict, TypeAdapter

from analytics.store.catalogue import Store
from services.campaigns import campaigns
from services.campaigns.aliases.proposals import Reason
from services.campaigns.aliases.schemas import AliasIn, TagField
from services.campaigns.models import ChartNote
from services.campaigns.notes import notes
from services.core.clock import berlin_day
from services.core.inputs import DaysQuery, Parameters, RowId
from services.reports.basis import stand_of
from services.reports.campaigns.alias_preview import AliasPreview, preview
from services.reports.campaigns.alias_values import in_use, tag_values
from services.reports.campaigns.campaign_audit import audit
from services.reports.campaigns.campaign_days import days_of
from services.reports.campaigns.sending import effect_of
from services.reports.period import read_period
from services.reports.source import Result, read_current
from services.reservations.desk.masking import naming_values
from services.staff.access import CallOf, MarketerOf, StaffRouter
from services.staff.call import Call
from services.store.place import store_of

router = StaffRouter(tag="attribution")
_PREVIEW = TypeAdapter(AliasPreview)


class _Told(BaseModel):
    model_config = ConfigDict(from_attributes=True)


Out = TypeVar("Out", bound=_Told)


class StandOut(_Told):
    """As of when, and on how many events of visits it rests."""

    at: datetime
    rows: int


class CampaignReachOut(_Told):
    campaign_id: int
    name: str
    sessions: int
    reservations: int


class AliasPreviewOut(_Told):
    """`visits` are pages seen in sessions that came with the spelling, `reservations` those with such a touch. The
    campaigns are those whose figures would change, in the same order before and after.
    """

    visits: int
    sessions: int
    reservations: int
    first_day: date | None
    last_day: date | None
    campaigns_before: list[CampaignReachOut]
    campaigns_after: list[CampaignReachOut]
    stand: StandOut


class RawSpellingOut(_Told):
    """A value exactly as links had it."""

    spelling: str
    arrivals: int


class MeantValueOut(_Told):
    """The value probably meant: other separators or umlauts, another name for the same, or a typing error."""

    canonical: str
    reason: Reason


class TagValueOut(_Told):
    """A value, in lower case; `alias_id` is the live alias that gives it its meaning. `proposal` is what else it might
    mean, null for a value without one.
    """

    raw: str
    canonical: str
    sessions: int
    reservations: int
    alias_id: int | None
    spellings: list[RawSpellingOut]
    proposal: MeantValueOut | None


class TagValuesOut(BaseModel):
    data: list[TagValueOut]
    stand: StandOut


class CampaignDayOut(_Told):
    """`reservations` count by the last touch of known origin."""

    day: date
    visitors: int
    sessions: int
    reservations: int
    cents: int


class DayNoteOut(_Told):
    """`campaign_id` null: a note for all charts."""

    id: int
    day: date
    text: str
    campaign_id: int | None


class CampaignDaysOut(BaseModel):
    days: list[CampaignDayOut]
    notes: list[DayNoteOut]
    stand: StandOut


class SendingWindowOut(_Told):
    """`weeks_before` 0: the hours after the sending. `tagged`: by a link with the campaign's tags, `direct`: with
    nothing that tells from where."""

    weeks_before: int
    visitors: int
    tagged: int
    direct: int
    reservations: int


class SendingEffectOut(_Told):
    """`windows`: that of the sending first, then those like it. `usual_from`, `usual_to`: within which visitors of such
    hours lie four times in five; null while too few are known."""

    hours: int
    ends_at: datetime
    windows: list[SendingWindowOut]
    usual_from: int | None
    usual_to: int | None
    sentence: str


class MoneyWithoutVisitsOut(_Told):
    campaign_id: int
    name: str
    cents: int
    first_day: date
    last_day: date


class UnregisteredOut(_Told):
    utm_source: str
    utm_medium: str
    utm_campaign: str
    sessions: int
    reservations: int
    first_day: date
    last_day: date


class AdClicksOut(_Told):
    """Arrivals with a click id of a platform's paid ads; `untagged` of them by a link that named no campaign."""

    clicked_ad: str
    clicks: int
    untagged: int


class CampaignAuditOut(BaseModel):
    money_without_visits: list[MoneyWithoutVisitsOut]
    unregistered: list[UnregisteredOut]
    ad_clicks: list[AdClicksOut]
    stand: StandOut


class TagValuesQuery(Parameters):
    """Of which field."""

    field: TagField


@router.post("/aliases/preview")
def preview_alias(body: AliasIn, call: CallOf, _staff: MarketerOf) -> AliasPreviewOut:
    """The effect of an alias on figures; nothing is stored."""
    found = _read(call, lambda store: preview(store, body.field, body.raw, body.canonical))
    return AliasPreviewOut(**_PREVIEW.dump_python(found), stand=_stand(call))


@router.get("/aliases/values")
def list_tag_values(wanted: Annotated[TagValuesQuery, Query()], call: CallOf, _staff: MarketerOf) -> TagValuesOut:
    """Spellings seen in links, the most frequent first."""
    with call.db.read() as session:
        known, naming = in_use(session, wanted.field), naming_values(session)
    found = _read(call, lambda store: tag_values(store, wanted.field, known, naming))
    return TagValuesOut(data=_all(TagValueOut, found), stand=_stand(call))


@router.get("/campaigns/audit")
def audit_campaigns(call: CallOf, _staff: MarketerOf, wanted: Annotated[DaysQuery, Query()]) -> CampaignAuditOut:
    """Costs without tagged visits, tags without a registered campaign, and ad clicks without tags."""
    period = read_period(wanted.from_, wanted.to, berlin_day(call.now))
    with call.db.read() as session:
        naming = naming_values(session)
    found = _read(call, lambda store: audit(store, period, naming))
    return CampaignAuditOut(
        money_without_visits=_all(MoneyWithoutVisitsOut, found.money_without_visits),
        unregistered=_all(UnregisteredOut, found.unregistered),
        ad_clicks=_all(AdClicksOut, found.ad_clicks),
        stand=_stand(call),
    )


@router.get("/campaigns/{campaign_id}/days")
def list_campaign_days(
    campaign_id: RowId, call: CallOf, _staff: MarketerOf, wanted: Annotated[DaysQuery, Query()]
) -> CampaignDaysOut:
    """Visitors, sessions, reservations and costs of a campaign by day, with the notes of the period."""
    period = read_period(wanted.from_, wanted.to, berlin_day(call.now))
    with call.db.read() as session:
        campaigns.find(session, campaign_id)
        within = notes.notes_between(*period, campaign_id)
        written = _all(DayNoteOut, session.scalars(within.order_by(ChartNote.day, ChartNote.id)).all())
    days = _read(call, lambda store: days_of(store, campaign_id, period))
    return CampaignDaysOut(days=_all(CampaignDayOut, days), notes=written, stand=_stand(call))


@router.get("/notes/{note_id:int}/effect")
def show_sending_effect(note_id: RowId, call: CallOf, _staff: MarketerOf) -> SendingEffectOut:
    """What followed a sending, against the same hours of the same weekday in the eight weeks before."""
    with call.db.read() as session:
        note = notes.sending(session, note_id)
        others = notes.sendings_before(session, note)
        session.expunge_all()
    return SendingEffectOut.model_validate(_read(call, lambda store: effect_of(store, note, others, call.now)))


def _read(call: Call, work: Callable[[Store], Result]) -> Result:
    return read_current(call.db, store_of(call.settings), work)


def _stand(call: Call) -> StandOut:
    with call.db.read() as session:
        return StandOut.model_validate(stand_of(session, call.now))


def _all(kind: type[Out], rows: Sequence[object]) -> list[Out]:
    return [kind.model_validate(row) for row in rows]
