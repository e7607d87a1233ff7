"""Staff API of the mails' templates: what each kind looks like, with a made-up household."""

from typing import Annotated

from fastapi import Path
from pydantic import BaseModel

from services.core.http.dependencies import SettingsOf
from services.core.http.openapi import problems
from services.mail.rendering import renderer_for
from services.messages.sent.templates import SAMPLES, TO_HOUSEHOLDS, shown
from services.staff.access import ClerkOf, StaffRouter

router = StaffRouter(tag="mails")


class MailTemplateRowOut(BaseModel):
    """A kind of mail. `is_to_household`: about a place or the waiting list."""

    kind: str
    subject: str
    is_to_household: bool


class MailTemplateOut(MailTemplateRowOut):
    """With a sample as its recipient reads it. `size`: bytes of the HTML as sent."""

    text: str
    html: str
    size: int


@router.get("/mail-templates", operation_id="list_mail_templates", responses=problems(401, 403, 503))
def list_templates(_staff: ClerkOf) -> list[MailTemplateRowOut]:
    """Every kind, those to households first."""
    return [_row(kind) for kind in SAMPLES]


@router.get("/mail-templates/{kind}", operation_id="get_mail_template", responses=problems(401, 403, 404, 503))
def get_template(kind: Annotated[str, Path(max_length=60)], settings: SettingsOf, _staff: ClerkOf) -> MailTemplateOut:
    """One kind, rendered with its sample by what renders the mails that are sent."""
    found = shown(kind, renderer_for(settings))
    return MailTemplateOut(**_row(kind).model_dump(), text=found.text, html=found.html, size=found.size)


def _row(kind: str) -> MailTemplateRowOut:
    return MailTemplateRowOut(kind=kind, subject=SAMPLES[kind].subject, is_to_household=kind in TO_HOUSEHOLDS)
