"""Staff API of the search for households: what the console asks while a clerk types."""

from typing import Annotated

from fastapi import Query

from services.core.http.dependencies import DatabaseOf
from services.core.http.openapi import problems
from services.reservations.desk.masking import mask_phone
from services.reservations.listing.explain import match_out
from services.reservations.listing.find import Hit, find
from services.reservations.listing.find_schemas import HitOut, SearchOut, SearchQuery
from services.reservations.listing.search_text import catch_up
from services.staff.access import ClerkOf, StaffRouter

router = StaffRouter(tag="reservations")


@router.get("/search", operation_id="search_households", responses=problems(401, 403, 422, 503))
def search_households(query: Annotated[SearchQuery, Query()], _staff: ClerkOf, db: DatabaseOf) -> SearchOut:
    """The households a typed text may mean, in all parks and states. What was typed is not logged."""
    catch_up(db)
    with db.read() as session:
        hits = find(session, query.q)
    return SearchOut(data=[_hit(hit) for hit in hits.best], total=hits.total, has_more=hits.has_more)


def _hit(hit: Hit) -> HitOut:
    row = dict(hit.row._mapping)
    phone = mask_phone(row["mobile_phone_e164"])
    return HitOut.model_validate(
        row | {"park": row["park_id"], "phone": phone, "matches": [match_out(match) for match in hit.matches]}
    )
