"""Staff API of what households typed."""

from services.staff.access import CallOf, MarketerOf, StaffRouter
from services.told_origins.schemas import ToldTextOut, ToldTextsOut
from services.told_origins.texts import MOST_SHOWN, typed

router = StaffRouter(tag="told origins")


@router.get("/told-texts")
def list_told_texts(call: CallOf, _staff: MarketerOf) -> ToldTextsOut:
    """What households typed as "Etwas anderes", without the households."""
    with call.db.read() as session:
        found = typed(session)
    return ToldTextsOut(data=[ToldTextOut.model_validate(one) for one in found[:MOST_SHOWN]], total=len(found))
