"""Staff API for answer templates."""

from collections.abc import Sequence

from sqlalchemy.orm import Session

from services.core.http.transactions import Reads, Writes
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
from services.staff.stale import acts, stale, with_current

router = StaffRouter(tag="answer templates")
_ONE = "/answer-templates/{template_id:int}"


@router.get("/answer-templates")
def list_answer_templates(session: Reads, _staff: ClerkOf) -> AnswerTemplatesOut:
    """All templates, and the available fields."""
    data = _outs(session, templates.offered(session))
    fields = [TemplateFieldOut(name=name, label=field.label) for name, field in FIELDS.items()]
    return AnswerTemplatesOut(data=data, fields=fields)


@router.post("/answer-templates", status_code=201)
def add_answer_template(body: AnswerTemplateIn, session: Writes, call: CallOf, staff: ClerkOf) -> AnswerTemplateOut:
    """Add a template."""
    return _outs(session, [templates.add(session, body, staff.actor, call.now)])[0]


@router.post("/answer-templates/preview")
def preview_answer_template(
    body: TemplatePreviewIn, session: Reads, call: CallOf, staff: ClerkOf
) -> TemplatePreviewOut:
    """A template as a household reads it, with the errors of its fields."""
    reader = preview.Reader(staff.name, call.now)
    return preview.preview(session, renderer_for(call.settings), body, reader)


@router.put(_ONE, responses=stale(AnswerTemplateOut))
def edit_answer_template(
    template_id: RowId, body: AnswerTemplateEditIn, session: Writes, call: CallOf, staff: ClerkOf
) -> AnswerTemplateOut:
    """Change a template."""
    edits = acts(f"answer_template:{template_id}", "answer_template.edited")
    with with_current(session, lambda: _outs(session, [templates.find(session, template_id)])[0], edits):
        return _outs(session, [templates.edit(session, template_id, body, staff.actor, call.now)])[0]


@router.delete(_ONE, status_code=204)
def remove_answer_template(template_id: RowId, session: Writes, call: CallOf, staff: ClerkOf) -> None:
    """Remove a template."""
    templates.remove(session, template_id, staff.actor, call.now)


def _outs(session: Session, rows: Sequence[AnswerTemplate]) -> list[AnswerTemplateOut]:
    return [AnswerTemplateOut.model_validate(row) for row in with_actor_names(session, rows, "updated_by")]
