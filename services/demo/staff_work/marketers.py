"""Simulated work of marketing: campaigns with links and costs, tag aliases, notes, partner codes."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns import campaigns
from services.campaigns.aliases import aliases
from services.campaigns.aliases.schemas import AliasIn
from services.campaigns.costs.imports import Source, take_over
from services.campaigns.costs.reader import read_costs
from services.campaigns.links import edit as links
from services.campaigns.models import Campaign
from services.campaigns.notes import notes
from services.campaigns.notes.schemas import NoteIn
from services.campaigns.schemas import CampaignIn, LinkIn
from services.campaigns.target import contract_target
from services.core.clock import BERLIN
from services.demo.scene import Scene
from services.demo.visits.sources import ALIASES, CAMPAIGNS, NOTES, PARTNERS, SENDING, TARGET_CENTS, Registered
from services.demo.year import LENGTH, whole
from services.referrals import issue as referral_codes
from services.referrals.issue import PartnerIn

Plan = Callable[[datetime, Callable[[], object]], None]
_DAY = timedelta(days=1)


def plan(scene: Scene, start: datetime, put: Plan) -> None:
    """Schedule the year's work."""
    end = start + LENGTH
    for entry in CAMPAIGNS:
        put(max(end - (entry.days[0] + 3) * _DAY, start + _DAY / 4), partial(_register, scene, entry))
    put(start + _DAY / 2, partial(_set_target, scene))
    for month in range(1, 13):
        put(_third_of_month(start, month), partial(_import_costs, scene, end))
    put(end - _DAY / 8, partial(_import_last_costs, scene, end))
    for number, (code, name) in enumerate(PARTNERS):
        put(start + (50 + 40 * number) * _DAY, partial(_add_partner, scene, code, name))
    for days, text, campaign in NOTES:
        put(end - days * _DAY, partial(_note, scene, text, campaign))
    days, text, newsletter, kind, hour, audience = SENDING
    sent = {"kind": kind, "hour": hour, "audience": audience}
    put(end - days * _DAY, partial(_note, scene, text, newsletter, sent))
    for alias in ALIASES:
        put(end - 100 * _DAY, partial(_add_alias, scene, alias))


def _third_of_month(start: datetime, months_later: int) -> datetime:
    year, month = divmod(start.year * 12 + start.month - 1 + months_later, 12)
    return datetime(year, month + 1, 3, 10, tzinfo=BERLIN)


def _register(scene: Scene, entry: Registered) -> None:
    source, medium, campaign = entry.key
    today, (first, last) = scene.today(), entry.days
    wanted = CampaignIn.model_validate(
        {
            "name": entry.name,
            "utm_source": source,
            "utm_medium": medium,
            "utm_campaign": campaign,
            "landing_path": entry.landing,
            "starts_on": (today + 3 * _DAY).isoformat(),
            "ends_on": (today + (3 + first - last) * _DAY).isoformat() if last else None,
            "budget_cents": entry.budget_cents,
        }
    )

    def unit(session: Session, now: datetime) -> None:
        made = campaigns.add(session, wanted, scene.marketer, now)
        if entry.slug:
            links.add(session, made, LinkIn(slug=entry.slug), scene.marketer, now)

    scene.write(unit)


def _set_target(scene: Scene) -> None:
    scene.write(lambda session, now: contract_target.set_to(session, TARGET_CENTS, scene.marketer, now))


def _import_costs(scene: Scene, end: datetime) -> None:
    """Monthly import of each running campaign's costs of the month before, as advertising accounts report them."""
    today = scene.today()
    first = (today.replace(day=1) - _DAY).replace(day=1)
    _take_over(scene, [first + number * _DAY for number in range((today.replace(day=1) - first).days)], end)


def _import_last_costs(scene: Scene, end: datetime) -> None:
    """The current month, up to yesterday."""
    today = scene.today()
    _take_over(scene, [today.replace(day=1) + number * _DAY for number in range(today.day - 1)], end)


def _take_over(scene: Scene, days: Sequence[date], end: datetime) -> None:
    lines = [
        f"{day:%d.%m.%Y};{entry.name};{_german(_spent(entry, day, scene))}"
        for entry in CAMPAIGNS
        for day in days
        if _ran(entry, day, end)
    ]
    if not lines:
        return
    text = "\n".join(["Tag;Kampagne;Kosten", *lines])
    source = Source(f"Werbekosten {days[0]:%Y-%m}.csv")
    scene.write(lambda session, now: take_over(session, read_costs(text, {}), source, "refuse", scene.marketer, now))


def _ran(entry: Registered, day: date, end: datetime) -> bool:
    first, last = entry.days
    return first >= (end.date() - day).days >= last


def _spent(entry: Registered, day: date, scene: Scene) -> int:
    """In cents; less at weekends."""
    return whole(entry.daily_cents * (0.6 if day.weekday() > 4 else 1.1), scene.random)


def _german(cents: int) -> str:
    return f"{cents // 100:,}".replace(",", ".") + f",{cents % 100:02} €"


def _add_partner(scene: Scene, code: str, name: str) -> None:
    wanted = PartnerIn(code=code, partner_name=name)
    scene.write(lambda session, now: referral_codes.add_partner(session, wanted, scene.marketer, now))


def _note(scene: Scene, text: str, campaign: str | None, sending: Mapping[str, Any] | None = None) -> None:
    def unit(session: Session, now: datetime) -> None:
        id_ = session.scalar(select(Campaign.id).where(Campaign.name == campaign)) if campaign else None
        given = {"day": scene.today().isoformat(), "text": text, "campaign_id": id_, **(sending or {})}
        wanted = NoteIn.model_validate(given)
        notes.add(session, wanted, scene.marketer, now)

    scene.write(unit)


def _add_alias(scene: Scene, alias: tuple[str, str, str]) -> None:
    field, raw, canonical = alias
    wanted = AliasIn.model_validate({"field": field, "raw": raw, "canonical": canonical})
    scene.write(lambda session, now: aliases.add(session, wanted, scene.marketer, now))
