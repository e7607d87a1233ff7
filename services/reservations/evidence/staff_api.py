"""Staff API for evidence: what a household was shown, as data and as a document. Each reading is written down."""

from starlette.responses import Response

from services.core.http.transactions import Writes
from services.core.inputs import RowId
from services.reservations.evidence import paper
from services.reservations.evidence.show import read_by_staff
from services.reservations.evidence.words import EvidenceOut
from services.staff.access import CallOf, ClerkOf, StaffRouter

router = StaffRouter(tag="reservations")
_ONE = "/reservations/{reservation_id:int}"


@router.get(f"{_ONE}/evidence")
def reservation_evidence(reservation_id: RowId, session: Writes, call: CallOf, staff: ClerkOf) -> EvidenceOut:
    """What the household was shown at each decision, with the wording of every text."""
    return read_by_staff(session, reservation_id, "data", staff.actor, call.now)


@router.get(
    f"{_ONE}/evidence.pdf",
    response_class=Response,
    responses={200: {"content": {"application/pdf": {}}, "description": "the document"}},
)
def reservation_evidence_document(reservation_id: RowId, call: CallOf, staff: ClerkOf) -> Response:
    """The evidence as a PDF: equal bytes as long as nothing was added."""
    evidence = call.db.write(lambda session: read_by_staff(session, reservation_id, "document", staff.actor, call.now))
    name = f"nachweis-{evidence.reference.lower()}.pdf"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(paper.document_of(evidence), headers=headers, media_type="application/pdf")
