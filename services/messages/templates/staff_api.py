"""Staff API for answer templates."""

from collections.abc import Callable, Sequence

from sqlalchemy.orm import Session

from services.core.inputs import RowId
from services.mail.rendering import renderer_for
from services.messages.templates import preview, templates
from services.messages.templates.fields import FIELDS
from services.messages.templates.models import AnswerTemplate
from services.messages.templates.schemas import (
    AnswerTemplateEditIn,
    AnswerTemplateIn,
    AnswerTemplateOut,
    AnswerTemplatesOut,
    TemplateFieldOut,
    TemplatePreviewIn,
    TemplatePreviewOut,
)
from services.staff.access import CallOf, ClerkOf, StaffRouter
from services.staff.actor_names import with_actor_names
from services.staff.call import Call
from services.staff.stale import acts, stale, with_current

router = StaffRouter(tag="answer templates")
_ONE = "/answer-templates/{template_id:int}"


@router.get("/answer-templates")
def list_answer_templates(call: CallOf, _staff: ClerkOf) -> AnswerTemplatesOut:
    """All of them, and the fields they may have."""
    with call.db.read() as session:
        data = _outs(session, templates.offered(session))
    fields = [TemplateFieldOut(name=name, label=field.label) for name, field in FIELDS.items()]
    return AnswerTemplatesOut(data=data, fields=fields)


@router.post("/answer-templates", status_code=201)
def add_answer_template(body: AnswerTemplateIn, call: CallOf, staff: ClerkOf) -> AnswerTemplateOut:
    """Write a template."""
    return _changed(call, lambda session: templates.add(session, body, staff.actor, call.now))


@router.post("/answer-templates/preview")
def preview_answer_template(body: TemplatePreviewIn, call: CallOf, staff: ClerkOf) -> TemplatePreviewOut:
    """A template as a household reads it, with what is wrong with its fields."""
    reader = preview.Reader(staff.name, call.now)
    with call.db.read() as session:
        return preview.preview(session, renderer_for(call.settings), body, reader)


@router.put(_ONE, responses=stale(AnswerTemplateOut))
def edit_answer_template(
    template_id: RowId, body: AnswerTemplateEditIn, call: CallOf, staff: ClerkOf
) -> AnswerTemplateOut:
    """Change a template."""
    edits = acts(templates.subject_ref(template_id), templates.EDITED)
    with with_current(call.db, lambda session: _outs(session, [templates.find(session, template_id)])[0], edits):
        return _changed(call, lambda session: templates.edit(session, template_id, body, staff.actor, call.now))


@router.delete(_ONE, status_code=204)
def remove_answer_template(template_id: RowId, call: CallOf, staff: ClerkOf) -> None:
    """Offer it no more."""
    call.db.write(lambda session: templates.remove(session, template_id, staff.actor, call.now))


def _changed(call: Call, unit: Callable[[Session], AnswerTemplate]) -> AnswerTemplateOut:
    return call.db.write(lambda session: _outs(session, [unit(session)])[0])


def _outs(session: Session, rows: Sequence[AnswerTemplate]) -> list[AnswerTemplateOut]:
    return [AnswerTemplateOut.model_validate(row) for row in with_actor_names(session, rows, "updated_by")]
