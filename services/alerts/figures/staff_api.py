"""Staff API for alerts on figures: everyone's own, on figures that their role may see."""

from collections.abc import Callable

from sqlalchemy.orm import Session

from services.alerts.figures import edit
from services.alerts.figures.inputs import FigureAlertEditIn, FigureAlertIn, HandOverIn
from services.alerts.figures.mails import order_test
from services.alerts.figures.models import FigureAlert
from services.alerts.figures.preview import preview
from services.alerts.figures.rules import choices, values_of
from services.alerts.figures.schemas import AlertFiguresOut, FigureAlertOut, FigureAlertPreviewOut, FigureAlertsOut
from services.alerts.figures.views import alert_out, alerts_out, figures_out
from services.core.http.openapi import problems
from services.core.inputs import RowId
from services.reports.run import ReportContext
from services.staff.access import AnyStaffOf, CallOf, StaffRouter
from services.staff.call import Call
from services.staff.models import Account
from services.staff.stale import acts, stale, with_current
from services.store.place import store_of

router = StaffRouter(tag="figure-alerts")
_READS = problems(401, 403, 422, 503)
_CHANGES = problems(401, 403, 404, 409, 422, 503)
_EDITS = _CHANGES | stale(FigureAlertOut)
_CHANGING = ("figure_alert.changed", "figure_alert.paused", "figure_alert.resumed", "figure_alert.handed_over")


@router.get("/figure-alerts", operation_id="list_figure_alerts", responses=problems(401, 403, 503))
def list_figure_alerts(call: CallOf, staff: AnyStaffOf) -> FigureAlertsOut:
    """The caller's alerts; for the administration also those that rest, because their owner has left."""
    with call.db.read() as session:
        return alerts_out(session, staff)


@router.get("/figure-alerts/figures", operation_id="list_alert_figures", responses=problems(401, 403, 503))
def list_alert_figures(call: CallOf, staff: AnyStaffOf) -> AlertFiguresOut:
    """What the caller's role may watch."""
    with call.db.read() as session:
        return figures_out(session, staff.role)


@router.post("/figure-alerts/preview", operation_id="preview_figure_alert", responses=_READS)
def preview_figure_alert(body: FigureAlertIn, call: CallOf, staff: AnyStaffOf) -> FigureAlertPreviewOut:
    """What it would have done in the last year. Nothing is kept."""
    with call.db.read() as session:
        known = choices(session)
    values = values_of(body, staff.role, known)
    return preview(ReportContext(call.db, store_of(call.settings), call.now), values, known)


@router.post("/figure-alerts", status_code=201, operation_id="add_figure_alert", responses=_CHANGES)
def add_figure_alert(body: FigureAlertIn, call: CallOf, staff: AnyStaffOf) -> FigureAlertOut:
    """Save a new alert of the caller."""
    return _changed(
        call, lambda session: edit.add(session, values_of(body, staff.role, choices(session)), staff, call.now)
    )


@router.put("/figure-alerts/{alert_id:int}", operation_id="change_figure_alert", responses=_EDITS)
def change_figure_alert(alert_id: RowId, body: FigureAlertEditIn, call: CallOf, staff: AnyStaffOf) -> FigureAlertOut:
    """Save a whole alert; a stale save is refused with the alert as it is now."""

    def unit(session: Session) -> FigureAlert:
        values = values_of(body, staff.role, choices(session))
        return edit.edit(session, alert_id, body.version, values, staff, call.now)

    def show(session: Session) -> FigureAlertOut:
        return alert_out(session, edit.find(session, alert_id, staff))

    with with_current(call.db, show, acts(f"figure_alert:{alert_id}", *_CHANGING)):
        return _changed(call, unit)


@router.delete("/figure-alerts/{alert_id:int}", status_code=204, operation_id="remove_figure_alert", responses=_CHANGES)
def remove_figure_alert(alert_id: RowId, call: CallOf, staff: AnyStaffOf) -> None:
    """Delete an alert of the caller, or one that rests."""
    call.db.write(lambda session: edit.remove(session, alert_id, staff, call.now))


@router.post("/figure-alerts/{alert_id:int}/pause", operation_id="pause_figure_alert", responses=_CHANGES)
def pause_figure_alert(alert_id: RowId, call: CallOf, staff: AnyStaffOf) -> FigureAlertOut:
    """Watch no longer until it is resumed."""
    return _changed(call, lambda session: edit.pause(session, alert_id, staff, call.now))


@router.post("/figure-alerts/{alert_id:int}/resume", operation_id="resume_figure_alert", responses=_CHANGES)
def resume_figure_alert(alert_id: RowId, call: CallOf, staff: AnyStaffOf) -> FigureAlertOut:
    """Watch again."""
    return _changed(call, lambda session: edit.resume(session, alert_id, staff, call.now))


@router.post("/figure-alerts/{alert_id:int}/hand-over", operation_id="hand_over_figure_alert", responses=_CHANGES)
def hand_over_figure_alert(alert_id: RowId, body: HandOverIn, call: CallOf, staff: AnyStaffOf) -> FigureAlertOut:
    """Give it to a colleague whose role may see the figure."""
    return _changed(call, lambda session: edit.hand_over(session, alert_id, body.account_id, staff, call.now))


@router.post(
    "/figure-alerts/{alert_id:int}/test", status_code=202, operation_id="test_figure_alert", responses=_CHANGES
)
def test_figure_alert(alert_id: RowId, call: CallOf, staff: AnyStaffOf) -> FigureAlertOut:
    """Send a test mail to the caller, whose alert it is."""

    def unit(session: Session) -> FigureAlert:
        row = edit.find(session, alert_id, staff)
        owner = session.get_one(Account, staff.id)
        order_test(session, call.settings, row, owner, call.now)
        edit.note_test(session, row, staff.actor, call.now)
        return row

    return _changed(call, unit)


def _changed(call: Call, unit: Callable[[Session], FigureAlert]) -> FigureAlertOut:
    return call.db.write(lambda session: alert_out(session, unit(session)))
