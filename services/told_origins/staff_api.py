"""Staff API of what households typed."""

from services.core.http.transactions import Reads
from services.staff.access import MarketerOf, StaffRouter
from services.told_origins.schemas import ToldTextOut, ToldTextsOut
from services.told_origins.texts import MOST_SHOWN, typed

router = StaffRouter(tag="told origins")


@router.get("/told-texts")
def list_told_texts(session: Reads, _staff: MarketerOf) -> ToldTextsOut:
    """What households typed as "Etwas anderes", without the households."""
    found = typed(session)
    return ToldTextsOut(data=[ToldTextOut.model_validate(one) for one in found[:MOST_SHOWN]], total=len(found))
