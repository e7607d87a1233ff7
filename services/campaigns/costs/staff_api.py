"""Staff API for manual costs, one day at a time."""

from typing import Annotated

from fastapi import Query

from services.campaigns.costs import by_hand as costs
from services.campaigns.costs.schemas import CostIn, CostOut, CostsOut
from services.core.http.openapi import problems
from services.core.inputs import Day, DaysQuery, RowId
from services.staff.access import CallOf, MarketerOf, StaffRouter

router = StaffRouter(tag="costs")


@router.get(
    "/campaigns/{campaign_id:int}/costs", operation_id="list_costs", responses=problems(401, 403, 404, 422, 503)
)
def list_costs(campaign_id: RowId, wanted: Annotated[DaysQuery, Query()], call: CallOf, _staff: MarketerOf) -> CostsOut:
    """What a campaign cost on each day."""
    with call.db.read() as session:
        data = [CostOut.model_validate(cost) for cost in costs.costs_of(session, campaign_id, wanted.from_, wanted.to)]
    clicks = [cost.clicks for cost in data if cost.clicks is not None]
    impressions = [cost.impressions for cost in data if cost.impressions is not None]
    return CostsOut(
        data=data,
        total_cents=sum(cost.cents for cost in data),
        total_clicks=sum(clicks) if clicks else None,
        total_impressions=sum(impressions) if impressions else None,
        clicked_cents=sum(cost.cents for cost in data if cost.clicks is not None),
    )


@router.put(
    "/campaigns/{campaign_id:int}/costs/{day}", operation_id="set_cost", responses=problems(401, 403, 404, 422, 503)
)
def set_cost(campaign_id: RowId, day: Day, body: CostIn, call: CallOf, staff: MarketerOf) -> CostOut:
    """Enter what a day cost, in place of what was there."""
    return call.db.write(
        lambda session: CostOut.model_validate(costs.set_cost(session, campaign_id, day, body, staff.actor, call.now))
    )


@router.delete(
    "/campaigns/{campaign_id:int}/costs/{day}",
    status_code=204,
    operation_id="remove_cost",
    responses=problems(401, 403, 404, 422, 503),
)
def remove_cost(campaign_id: RowId, day: Day, call: CallOf, staff: MarketerOf) -> None:
    """Take away what was entered for a day."""
    call.db.write(lambda session: costs.remove_cost(session, campaign_id, day, staff.actor, call.now))
