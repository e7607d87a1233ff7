"""What the campaign of an experiment has cost, by week."""

from datetime import timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.campaigns.models import CampaignCost
from services.experiments.models import Experiment


def costs_by_week(session: Session, experiment: Experiment, weeks: int) -> list[int]:
    """Booked cents of each of so many weeks from its first day on; those of a pause should be nothing."""
    assert experiment.first_day is not None
    first, found = experiment.first_day, [0] * weeks
    rows = session.execute(
        select(CampaignCost.day, func.sum(CampaignCost.cents))
        .where(
            CampaignCost.campaign_id == experiment.campaign_id,
            CampaignCost.removed_at.is_(None),
            CampaignCost.day >= first,
            CampaignCost.day < first + timedelta(weeks=weeks),
        )
        .group_by(CampaignCost.day)
    )
    for day, cents in rows:
        found[(day - first).days // 7] += int(cents)
    return found
