"""Ready-made schedules for the most common needs, to be reviewed and saved."""

from typing import Any, Final

from analytics.definitions import definitions
from services.reports.kept.keep import may_see
from services.schedules.schemas import FigureConditionOut, OfferOut, RowsConditionOut, SchedulePlanOut, TimingOut
from services.staff.call import Staff

_MONDAYS: Final = TimingOut(kind="weekly", time="06:00", weekdays=[1], month_day=None, month=None)
_DAILY: Final = TimingOut(kind="daily", time="06:00", weekdays=[], month_day=None, month=None)
_FIRST: Final = TimingOut(kind="monthly", time="06:00", weekdays=[], month_day=1, month=None)
_MAIL: Final = ("body", "pdf")
_ALL: Final = ("xlsx", "pdf", "body")


def _offer(key: str, title: str, description: str, report: str, timing: TimingOut, **changes: Any) -> OfferOut:
    plan = SchedulePlanOut(
        name=title,
        report=report,
        parameters={},
        further_reports=[],
        period=None,
        timing=timing,
        zone="Europe/Berlin",
        recipients=[],
        own_filters={},
        formats=list(_MAIL),
        condition=None,
        gate=None,
        cool_down_hours=0,
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
        "Am Ersten: welche Kampagnen des letzten reifen Quartals ihr Geld wert waren, und von welchen das offen ist.",
        "money",
        _FIRST,
        period="last_ripe_quarter",
        formats=list(_ALL),
    ),
    _offer(
        "referrals",
        "Empfehlungen",
        "Am Ersten: welche Codes im Monat davor weitergegeben wurden und was daraus wurde.",
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
        "Am Ersten: was Haushalte in jedem Szenario bekommen und was das den Park kostet.",
        "credits",
        _FIRST,
        formats=list(_ALL),
        retention_days=365,
    ),
    _offer(
        "guarantee_gap",
        "Garantielücke",
        "Am Ersten, und nur wenn es eine Lücke gibt: was die garantierten 5 Cent über den Gewinn hinaus kosten.",
        "credits",
        _FIRST,
        condition=FigureConditionOut(kind="figure", table="gap", column="gap_cents", is_="above", value=0),
        retention_days=365,
    ),
    _offer(
        "reservations_list",
        "Liste der Reservierungen",
        "Jeden Morgen, und nur wenn es welche gab: die Reservierungen des Tages davor, ohne Namen.",
        "reservations",
        _DAILY,
        period="yesterday",
        formats=["xlsx", "body"],
        condition=RowsConditionOut(kind="rows", table="rows", least=1),
    ),
)


def offers(staff: Staff) -> list[OfferOut]:
    """Offers whose report this role may see, addressed to the caller."""
    return [
        offer.model_copy(update={"schedule": offer.schedule.model_copy(update={"recipients": [staff.email]})})
        for offer in _OFFERS
        if offer.schedule.report in definitions() and may_see(offer.schedule.report, staff.role)
    ]
