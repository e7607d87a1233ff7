"""Answer templates: read, written, changed, removed. What changes is a unit of work."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.db.edits import assign, differing
from services.messages.templates.errors import UnknownAnswerTemplate
from services.messages.templates.models import AnswerTemplate
from services.messages.templates.schemas import AnswerTemplateEditIn, AnswerTemplateIn
from services.staff import audit
from services.staff.errors import Stale

EDITED: Final = "answer_template.edited"


def subject_ref(template_id: int) -> str:
    """How the audit log names a template."""
    return f"answer_template:{template_id}"


def offered(session: Session) -> Sequence[AnswerTemplate]:
    """Those that are not removed, by topic and name."""
    query = select(AnswerTemplate).where(AnswerTemplate.removed_at.is_(None))
    return session.scalars(query.order_by(AnswerTemplate.topic, AnswerTemplate.name, AnswerTemplate.id)).all()


def find(session: Session, template_id: int) -> AnswerTemplate:
    """One that is offered; UnknownAnswerTemplate."""
    row = session.get(AnswerTemplate, template_id)
    if row is None or row.removed_at is not None:
        raise UnknownAnswerTemplate
    return row


def add(session: Session, wanted: AnswerTemplateIn, actor: str, now: datetime) -> AnswerTemplate:
    """Write a template."""
    row = AnswerTemplate(**wanted.model_dump(), version=1, created_at=now, updated_at=now, updated_by=actor)
    session.add(row)
    session.flush()
    _tell(session, row, "answer_template.added", actor, now)
    return row


def edit(session: Session, template_id: int, wanted: AnswerTemplateEditIn, actor: str, now: datetime) -> AnswerTemplate:
    """Change a template; UnknownAnswerTemplate, Stale."""
    row = _locked(session, template_id)
    if row.version != wanted.version:
        raise Stale("diese Vorlage", row.version)
    changes = differing(row, wanted.given("version"))
    if changes:
        assign(row, {**changes, "version": row.version + 1, "updated_at": now, "updated_by": actor})
        session.flush()
        _tell(session, row, EDITED, actor, now)
    return row


def remove(session: Session, template_id: int, actor: str, now: datetime) -> None:
    """Offer it no more; UnknownAnswerTemplate. Answers that were begun with it stay as they are."""
    row = _locked(session, template_id)
    row.removed_at, row.updated_at, row.updated_by, row.version = now, now, actor, row.version + 1
    session.flush()
    _tell(session, row, "answer_template.removed", actor, now)


def _locked(session: Session, template_id: int) -> AnswerTemplate:
    query = select(AnswerTemplate).where(AnswerTemplate.id == template_id).with_for_update()
    row = session.scalars(query.execution_options(populate_existing=True)).one_or_none()
    if row is None or row.removed_at is not None:
        raise UnknownAnswerTemplate
    return row


def _tell(session: Session, row: AnswerTemplate, action: str, actor: str, now: datetime) -> None:
    audit.append(session, [audit.Event(actor, action, subject_ref(row.id), {"version": row.version})], now)
