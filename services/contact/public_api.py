"""The public endpoint of the contact form."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from services.contact.schemas import ContactIn, ContactOut
from services.contact.submit import Submission, submit, submit_counted
from services.contact.validation import request_of
from services.core.http.callers.client_address import client_address
from services.core.http.callers.rate_limit import Limit
from services.core.http.calls import KEY_PARAMETER, JsonBody, body_of, idempotency_key, outcome_response
from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.idempotency import identify
from services.core.inputs import checked
from services.mail.acknowledgements import Acknowledgements
from services.parks.names import park_labels

ROUTE = "/api/contact"

router = APIRouter(tags=["contact"])


@router.post(ROUTE, response_model=ContactOut, openapi_extra={"parameters": [KEY_PARAMETER], **body_of(ContactIn)})
def send_contact_message(
    body: JsonBody, request: Request, db: DatabaseOf, clock: ClockOf, settings: SettingsOf
) -> Response:
    """Send a message to the company; the sender gets a confirmation."""
    with db.read() as session:
        minimums = {park: label.minimum_cents for park, label in park_labels(session).items()}
    message = request_of(checked(ContactIn, body), minimums, allow_test_domains=settings.environment == "local")
    call = identify(ROUTE, body, idempotency_key(request))
    answers, followers = Acknowledgements(settings, "contact"), request.app.state.contact_followers
    submission, now = Submission(message, call, settings.company_email, answers, followers), clock()
    if not settings.rate_limits.are_on:
        return outcome_response(db.write(lambda session: submit(session, submission, now)))
    limit = Limit("contact", settings.rate_limits.contact.calls, settings.rate_limits.contact.seconds)
    bucket = limit.bucket(client_address(request, settings.proxy_networks), settings.secret_key)
    outcome = db.write(lambda session: submit_counted(session, submission, limit, bucket, now))
    return outcome_response(outcome)
