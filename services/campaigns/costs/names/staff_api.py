"""Staff API for the names that ad platforms have for campaigns: list, remember, forget."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.campaigns.costs.names import names
from services.campaigns.costs.names.schemas import PlatformNameIn, PlatformNameOut, PlatformNamesOut
from services.campaigns.models import Campaign, PlatformName
from services.core.http.answers import Extended
from services.core.http.openapi import problems
from services.core.inputs import RowId
from services.staff.access import CallOf, MarketerOf, StaffRouter
from services.staff.actor_names import with_actor_names

router = StaffRouter(tag="costs")


def _out(session: Session, rows: Sequence[PlatformName]) -> list[PlatformNameOut]:
    ids = {row.campaign_id for row in rows if row.campaign_id is not None}
    found = session.execute(select(Campaign.id, Campaign.name).where(Campaign.id.in_(ids)))
    titles: dict[int | None, str] = {row.id: row.name for row in found}
    return [
        PlatformNameOut.model_validate(Extended(row, campaign_name=titles.get(row.campaign_id)))
        for row in with_actor_names(session, rows, "created_by")
    ]


@router.get("/costs/names", operation_id="list_platform_names", responses=problems(401, 403, 503))
def list_platform_names(call: CallOf, _staff: MarketerOf) -> PlatformNamesOut:
    """What is remembered of the platforms' names."""
    with call.db.read() as session:
        return PlatformNamesOut(data=_out(session, names.names_of(session)))


@router.post("/costs/names", operation_id="remember_platform_name", responses=problems(401, 403, 404, 422, 503))
def remember_platform_name(body: PlatformNameIn, call: CallOf, staff: MarketerOf) -> PlatformNameOut:
    """Remember which campaign a name means, or that it is always left out."""
    return call.db.write(lambda s: _out(s, [names.remember(s, body, staff.actor, call.now)])[0])


@router.post(
    "/costs/names/{name_id:int}/forget",
    operation_id="forget_platform_name",
    responses=problems(401, 403, 404, 422, 503),
)
def forget_platform_name(name_id: RowId, call: CallOf, staff: MarketerOf) -> PlatformNameOut:
    """Forget a name. Costs that came in by it stay."""
    return call.db.write(lambda s: _out(s, [names.forget(s, name_id, staff.actor, call.now)])[0])
