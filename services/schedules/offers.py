"""Ready-made schedules for the most common needs, to be reviewed and saved."""

from typing import Any, Final

from analytics.definitions import definitions
from services.reports.kept.keep import may_see
from services.schedules.schemas import OfferOut, SchedulePlanOut, TimingOut
from services.staff.call import Staff

_MONDAYS: Final = TimingOut(kind="weekly", time="06:00", weekdays=[1], month_day=None, month=None)
_DAILY: Final = TimingOut(kind="daily", time="06:00", weekdays=[], month_day=None, month=None)
_FIRST: Final = TimingOut(kind="monthly", time="06:00", weekdays=[], month_day=0, month=None)
_MAIL: Final = ("body", "pdf")
_ALL: Final = ("xlsx", "pdf", "body")


def _offer(key: str, title: str, description: str, report: str, timing: TimingOut, **changes: Any) -> OfferOut:
    plan = SchedulePlanOut(
        name=title,
        report=report,
        parameters={},
        period=None,
        timing=timing,
        zone="Europe/Berlin",
        recipients=[],
        formats=list(_MAIL),
        least_rows=1,
        retention_days=90,
    )
    return OfferOut(key=key, title=title, description=description, schedule=plan.model_copy(update=changes))


_OFFERS: Final = (
    _offer(
        "weekly_overview",
        "Wochenüberblick",
        "Montags früh: Besuche, Reservierungen und Kosten der Woche davor, verglichen mit der Woche davor.",
        "overview",
        _MONDAYS,
        period="last_week",
        parameters={"compare": "previous"},
    ),
    _offer(
        "utm_attribution",
        "UTM-Attribution",
        "Montags früh: welche Quellen die Reservierungen der letzten 30 Tage brachten, nach allen sechs Modellen.",
        "models",
        _MONDAYS,
        period="last_30_days",
        formats=list(_ALL),
    ),
    _offer(
        "money",
        "Was bringt mein Geld",
        "Am ersten Werktag: welche Kampagnen des letzten reifen Quartals ihr Geld wert waren, und wo das offen ist.",
        "money",
        _FIRST,
        period="last_ripe_quarter",
        formats=list(_ALL),
    ),
    _offer(
        "referrals",
        "Empfehlungen",
        "Am ersten Werktag: welche Codes im Monat davor weitergegeben wurden und was daraus wurde.",
        "referrals",
        _FIRST,
        period="last_month",
        formats=list(_ALL),
    ),
    _offer(
        "spot_capacity",
        "Platzkapazität",
        "Jeden Morgen: wie voll der Park ist, was in den 30 Tagen davor dazukam und wann er voll sein wird.",
        "capacity",
        _DAILY,
        period="last_30_days",
    ),
    _offer(
        "credit_scenarios",
        "Gutschrift-Szenarien",
        "Am ersten Werktag: was Haushalte in jedem Szenario bekommen und was das den Park kostet.",
        "credits",
        _FIRST,
        formats=list(_ALL),
        retention_days=365,
    ),
    _offer(
        "reservations_list",
        "Liste der Reservierungen",
        "Jeden Morgen: die Reservierungen des Tages davor, ohne Namen.",
        "reservations",
        _DAILY,
        period="yesterday",
        formats=["xlsx", "body"],
    ),
)


def offers(staff: Staff) -> list[OfferOut]:
    """Offers whose report this role may see, addressed to the caller."""
    return [
        offer.model_copy(update={"schedule": offer.schedule.model_copy(update={"recipients": [staff.email]})})
        for offer in _OFFERS
        if offer.schedule.report in definitions() and may_see(offer.schedule.report, staff.role)
    ]
