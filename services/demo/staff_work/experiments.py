"""Two experiments of marketing: a campaign that paused in drawn weeks and is judged, and a headline that is compared.

In a small demonstration neither could find anything; they stay drafts, and say why.
"""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import partial

from sqlalchemy import and_, func, insert, select
from sqlalchemy.orm import Session

from analytics.chance.weeks_on_and_off import schedule
from services.campaigns.models import Campaign
from services.core.clock import berlin_day
from services.demo.scene import Scene
from services.experiments import drafts, running
from services.experiments.assignment import arm_of
from services.experiments.errors import CannotFind
from services.experiments.history import COUNTS
from services.experiments.inputs import ExperimentIn
from services.experiments.models import Experiment
from services.experiments.slots import SLOTS
from services.visits.models import VariantView, Visit
from services.visits.record import variant_row
from services.visits.steps import Step

CAMPAIGN = "Google: Solar ohne Dach"
_WEEKS_BACK = timedelta(weeks=20)
_PAGE_BACK = timedelta(days=16)
_SEED = "20261121"
_SLOT = "home_headline"


def plan(scene: Scene, end: datetime, put: Callable[[datetime, Callable[[], object]], None]) -> None:
    """Schedule the weeks on and off: sixteen of them, judged shortly before the end."""
    put(end - _WEEKS_BACK, partial(_pause_in_weeks, scene))


def _pause_in_weeks(scene: Scene) -> None:
    with scene.db.read() as session:
        campaign = session.execute(select(Campaign.id, Campaign.utm_campaign).where(Campaign.name == CAMPAIGN)).one()
    wanted = ExperimentIn.model_validate(
        {
            "kind": "weeks",
            "question": "Bringen die Anzeigen bei Google Reservierungen, die es sonst nicht gäbe?",
            "measure": "reservations",
            "effect_percent": 80,
            "weeks": 16,
            "campaign_id": campaign.id,
        }
    )
    started = _begun(scene, wanted, scene.clock())
    if started is None:
        return
    first, weeks = started
    days = [
        first + timedelta(days=7 * week + day)
        for week, is_on in enumerate(schedule(weeks, _SEED))
        for day in range(7)
        if not is_on
    ]
    scene.pauses[campaign.utm_campaign] = frozenset(days)


def compare_headlines(scene: Scene, until: datetime) -> None:
    """Begin sixteen days before the end, and show each stored visitor of the start page one of the headlines."""
    now = until - _PAGE_BACK
    wanted = ExperimentIn.model_validate(
        {
            "kind": "page",
            "question": "Beginnen mehr Menschen das Formular, wenn die Überschrift vom eigenen Platz spricht?",
            "measure": "form_starts",
            "effect_percent": 60,
            "slot": _SLOT,
            "text": "Ihr Platz im Feld.\nOhne eigenes Dach.",
        }
    )
    if _begun(scene, wanted, now) is not None:
        scene.db.write(lambda session: _show(session, now))


def _begun(scene: Scene, wanted: ExperimentIn, now: datetime) -> tuple[date, int] | None:
    """First day and weeks; None where it could not find anything."""
    number = scene.db.write(lambda session: drafts.add(session, wanted, scene.marketer, now).id)

    def unit(session: Session) -> tuple[date, int]:
        started = running.start(session, number, scene.marketer, now, seed=_SEED)
        assert started.first_day is not None and started.weeks is not None
        return started.first_day, started.weeks

    try:
        return scene.db.write(unit)
    except CannotFind:
        return None


def _show(session: Session, since: datetime) -> None:
    """Which arm each visitor of a day saw, as the site would have assigned it."""
    running_now = select(Experiment.id, Experiment.seed).where(Experiment.slot == _SLOT)
    number, seed = session.execute(running_now).one()
    assert seed is not None
    is_seen = and_(COUNTS, Visit.at >= since, Visit.step == Step.PAGE_VIEW, Visit.path == SLOTS[_SLOT].path)
    first_views = session.execute(
        select(Visit.day, Visit.visitor, func.min(Visit.at).label("at"))
        .where(is_seen, Visit.day >= berlin_day(since))
        .group_by(Visit.day, Visit.visitor)
        .order_by(Visit.day, Visit.visitor)
    )
    rows = [variant_row(f"{number}:{arm_of(seed, view.visitor)}", view._asdict()) for view in first_views]
    if rows:
        session.execute(insert(VariantView), rows)
