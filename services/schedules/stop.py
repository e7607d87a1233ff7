"""A recipient takes their address off a schedule, with the link in the mail: `/bericht-abbestellen/{token}`.

Opening the link changes nothing, since scanners of mails open links too; the page asks, and a mailbox that knows RFC
8058 sends the same POST by itself. The token serves as long as the delivery's row: a second press says the same.
"""

from typing import Final

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from services.core.http.errors import Problem, as_problem
from services.core.http.plain_pages import notice_page
from services.mail.link_tokens import delivery_of
from services.reports.links.page import problem_page
from services.reports.links.public_api import admit
from services.reports.models import ReportRun
from services.schedules.errors import NoSuchDelivery
from services.schedules.models import ReportDelivery, ReportSchedule
from services.schedules.recipients import rows_of
from services.staff import audit

_RECIPIENT: Final = "recipient"
"""In the audit log, who is neither staff nor the system."""


def answer(request: Request) -> Response:
    """The question, and after a POST that it is done. Raises nothing: every refusal is a page."""
    db, is_asked = request.app.state.db, request.method != "POST"
    try:
        told = db.write(lambda session: _answered(session, request, is_asked))
    except SQLAlchemyError as error:
        told = as_problem(error)
    if isinstance(told, Problem):
        return problem_page(request, told)
    name, stands = told
    if not stands:
        hint = f"„{name}“ kommt nicht mehr an Ihre Adresse. Was schon verschickt ist, kann noch eintreffen."
        return notice_page(request, "Der Bericht ist abbestellt", hint)
    hint = f"Dann kommt „{name}“ nicht mehr an Ihre Adresse. Andere Berichte sind davon nicht betroffen."
    return notice_page(request, "Diesen Bericht abbestellen?", hint, [("yes", "Ja, abbestellen")])


ROUTES: Final = (Route("/bericht-abbestellen/{token}", answer, methods=["GET", "POST"]),)


def _answered(session: Session, request: Request, is_asked: bool) -> tuple[str, bool] | Problem:
    """The name of the schedule and whether the recipient is still on it. Refusals are returned, so that the call
    counts.
    """
    if refused := admit(session, request):
        return refused
    key, token = request.app.state.settings.secret_key, request.path_params["token"]
    number = delivery_of(key, token)
    delivery = session.get(ReportDelivery, number) if number is not None else None
    run = session.get(ReportRun, delivery.run_id) if delivery else None
    schedule = session.get(ReportSchedule, run.schedule_id, with_for_update=not is_asked) if run else None
    if delivery is None or schedule is None:
        return NoSuchDelivery()
    theirs = [
        row
        for row in rows_of(session, [schedule.id])
        if (row.account_id is not None and row.account_id == delivery.account_id)
        or (row.address is not None and row.address.lower() == delivery.recipient.lower())
    ]
    if is_asked or not theirs:
        return schedule.name, bool(theirs) and schedule.removed_at is None
    for row in theirs:
        session.delete(row)
    now = request.app.state.clock()
    schedule.version += 1
    schedule.changed_at = now
    session.flush()
    subject, details = f"report_schedule:{schedule.id}", {"report": schedule.report}
    audit.append(session, [audit.Event(_RECIPIENT, "report_schedule.recipient_left", subject, details)], now)
    return schedule.name, False
