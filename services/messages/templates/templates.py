"""Answer templates: list, add, change, remove."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.messages.templates.errors import UnknownAnswerTemplate
from services.messages.templates.models import AnswerTemplate
from services.messages.templates.schemas import AnswerTemplateEditIn, AnswerTemplateIn
from services.staff.records import Records

_TEMPLATES: Final = Records(
    AnswerTemplate,
    "answer_template",
    UnknownAnswerTemplate,
    called="diese Vorlage",
    ended="removed_at",
    logged=lambda row: {"version": row.version},
)


def offered(session: Session) -> Sequence[AnswerTemplate]:
    """Those that are not removed, by topic and name."""
    query = select(AnswerTemplate).where(AnswerTemplate.removed_at.is_(None))
    return session.scalars(query.order_by(AnswerTemplate.topic, AnswerTemplate.name, AnswerTemplate.id)).all()


def find(session: Session, template_id: int) -> AnswerTemplate:
    """One that is offered; UnknownAnswerTemplate."""
    return _TEMPLATES.find(session, template_id)


def add(session: Session, wanted: AnswerTemplateIn, actor: str, now: datetime) -> AnswerTemplate:
    row = AnswerTemplate(**wanted.model_dump(), version=1, created_at=now, updated_at=now, updated_by=actor)
    return _TEMPLATES.add(session, row, actor, now)


def edit(session: Session, template_id: int, wanted: AnswerTemplateEditIn, actor: str, now: datetime) -> AnswerTemplate:
    """Change a template; UnknownAnswerTemplate, Stale."""
    row = _TEMPLATES.locked(session, template_id, wanted.version)
    return _TEMPLATES.edit(session, row, wanted.given("version"), actor, now, updated_at=now, updated_by=actor)


def remove(session: Session, template_id: int, actor: str, now: datetime) -> None:
    """Remove a template; UnknownAnswerTemplate. Answers that were started with it stay as they are."""
    row = _TEMPLATES.locked(session, template_id)
    row.removed_at, row.updated_at, row.updated_by, row.version = now, now, actor, row.version + 1
    _TEMPLATES.save(session, row, "removed", actor, now)
