"""Staff API for the checks: each with its last result. "Check now" is a run of their job."""

from services.core.http.openapi import problems
from services.invariants.invariant import Invariant
from services.invariants.models import InvariantResult
from services.invariants.prove import INVARIANTS, JOB, latest_results
from services.invariants.schemas import InvariantOut, InvariantsOut
from services.staff.access import AdminOf, CallOf, StaffRouter

router = StaffRouter(tag="invariants")


@router.get("/invariants", operation_id="list_invariants", responses=problems(401, 403, 503))
def list_invariants(call: CallOf, _staff: AdminOf) -> InvariantsOut:
    """Every check, in the order of the page."""
    with call.db.read() as session:
        latest = latest_results(session)
    return InvariantsOut(data=[_told(one, latest.get(one.name)) for one in INVARIANTS], job=JOB)


def _told(invariant: Invariant, result: InvariantResult | None) -> InvariantOut:
    return InvariantOut(
        name=invariant.name,
        group=invariant.group,
        sentence=invariant.sentence,
        kind=invariant.kind,
        checked_at=result.run_at if result else None,
        violations=result.violations if result else 0,
        examples=result.examples if result else [],
        duration_ms=result.duration_ms if result else 0,
    )
