"""Staff API for reservations that staff enter."""

from fastapi import Request

from services.core.contact_details import refuse_test_domain
from services.core.http import idempotency
from services.core.http.calls import KEY_PARAMETER, JsonBody, idempotency_key
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.errors import ValidationProblem
from services.core.http.openapi import ProblemOut, refused_as
from services.core.http.transactions import Reads, Writes
from services.core.inputs import fault_of
from services.offer import CREDIT_TENTH_CT, DEFAULT_PARK, price_book
from services.privacy.consent_texts import DESK_TEXTS
from services.reservations.desk_entry.alike import alike_people
from services.reservations.desk_entry.enter import current_campaigns, enter_once, open_parks, preview
from services.reservations.desk_entry.entry import CONSENTS
from services.reservations.desk_entry.inputs import AlikeIn, DeskEntryIn, EntryPreviewIn
from services.reservations.desk_entry.schemas import (
    AlikePeopleOut,
    ConsentTextOut,
    EnteredOut,
    EntryCampaignOut,
    EntryFormOut,
    EntryParkOut,
    EntryPreviewOut,
    UnseenWarningsOut,
)
from services.reservations.listing.search_text import catch_up
from services.staff.access import CallOf, ClerkOf, StaffRouter

router = StaffRouter(tag="reservations")

_OLD_TEXT = {
    "field": "consent",
    "code": "text_changed",
    "message": "Der Text hat sich inzwischen geändert. Bitte lesen Sie den neuen vor.",
}
_NO_CAMPAIGN = {"field": "campaign", "code": "unknown_choice", "message": "Diese Kampagne gibt es nicht."}


@router.get("/reservations/entry")
def entry_form(_staff: ClerkOf, session: Reads) -> EntryFormOut:
    """What the form needs: texts to read aloud, campaigns, and the choices of the offer."""
    campaigns, parks = current_campaigns(session), open_parks(session)
    texts = [
        ConsentTextOut(channel=one, version=version, text=DESK_TEXTS[version]) for one, version in CONSENTS.items()
    ]
    return EntryFormOut(
        park=DEFAULT_PARK,
        parks=[EntryParkOut(id=id_, name=name) for id_, name in parks],
        texts=texts,
        campaigns=[EntryCampaignOut(value=value, name=name) for value, name in campaigns],
        credits_tenth_ct=list(CREDIT_TENTH_CT),
        price_book=price_book().version,
    )


@router.post("/reservations/entry/preview")
def preview_entry(
    body: EntryPreviewIn, _staff: ClerkOf, session: Reads, clock: ClockOf, settings: SettingsOf
) -> EntryPreviewOut:
    """The quote for a choice: prices, plans with their effective rate, the next free place. Nothing is held."""
    return preview(session, settings, body, clock())


@router.post("/reservations/entry/alike")
def find_alike(body: AlikeIn, _staff: ClerkOf, db: DatabaseOf) -> AlikePeopleOut:
    """Active reservations of possibly the same household. A POST with a body, since addresses of calls are logged."""
    catch_up(db)
    with db.read() as session:
        return AlikePeopleOut(data=alike_people(session, body))


@router.post(
    "/reservations",
    responses={409: refused_as(ProblemOut, UnseenWarningsOut)},
    openapi_extra={"parameters": [KEY_PARAMETER]},
)
def enter_reservation(
    body: DeskEntryIn, sent: JsonBody, request: Request, staff: ClerkOf, session: Writes, call: CallOf
) -> EnteredOut:
    """Reserve for a household that telephoned, wrote, or was met at a fair. Idempotent by its key."""
    if body.email.typed:
        with fault_of("email"):
            refuse_test_domain(body.email, call.settings.environment == "local")
    if body.consent_version != CONSENTS[body.channel]:
        raise ValidationProblem([_OLD_TEXT])
    identity = idempotency.identify(f"/api/staff/reservations|{staff.actor}", sent, idempotency_key(request))
    if body.campaign and body.campaign not in dict(current_campaigns(session)):
        raise ValidationProblem([_NO_CAMPAIGN])
    return EnteredOut(**enter_once(session, call.settings, (body.entry(), identity), staff.actor, call.now))
