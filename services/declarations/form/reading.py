"""Validates a submitted form as a declaration; and the one-time id that makes a second press idempotent."""

import re
import secrets
from collections.abc import Mapping
from datetime import date, datetime
from typing import Final

from services.core.clock import berlin_day
from services.core.contact_details import refuse_test_domain
from services.core.fields import Refused
from services.core.inputs import checked, fault_of
from services.declarations.inputs import NoticeIn, WithdrawalIn
from services.declarations.states import DeclarationKind, NoticeKind
from services.declarations.wording import Declared
from services.settings import Settings

_ONCE: Final = re.compile(r"[A-Za-z0-9_-]{16,40}")
_CONTROLS: Final = frozenset({"step", "once"})
_MEMBERS: Final = {
    DeclarationKind.WITHDRAWAL: frozenset(WithdrawalIn.model_fields),
    DeclarationKind.NOTICE: frozenset(NoticeIn.model_fields),
}


def new_once() -> str:
    """A one-time id, which nobody can guess: with the number of a receipt it also opens the receipt's file."""
    return secrets.token_urlsafe(18)


def once_of(typed: Mapping[str, str]) -> str:
    """The form's one-time id. A form that lost it is no reason to refuse: it gets a new one."""
    once = typed.get("once", "")
    return once if _ONCE.fullmatch(once) else new_once()


def without_controls(typed: Mapping[str, str]) -> dict[str, str]:
    """What the person typed, exactly."""
    return {name: value for name, value in typed.items() if name not in _CONTROLS}


def declared_of(kind: DeclarationKind, values: Mapping[str, str], settings: Settings, now: datetime) -> Declared:
    """The declaration; ValidationProblem with every fault. Fields of another choice than the one made do not count."""
    given = {name: value for name, value in values.items() if name in _MEMBERS[kind]}
    is_withdrawal = kind is DeclarationKind.WITHDRAWAL
    body = checked(WithdrawalIn, given) if is_withdrawal else checked(NoticeIn, _without_hidden(given))
    with fault_of("email"):
        refuse_test_domain(body.email, settings.environment != "production")
    common = (body.name, body.contract, body.email)
    if isinstance(body, WithdrawalIn):
        return Declared(kind, *common, remark=body.remark)
    notice = NoticeKind(body.notice_kind)
    return Declared(kind, *common, "", notice, body.reason, _end(body, berlin_day(now)))


def _without_hidden(given: Mapping[str, str]) -> dict[str, str]:
    """The style sheet hides the reason of an ordinary notice, and the day where none is wished."""
    hidden = set()
    if given.get("notice_kind") == NoticeKind.ORDINARY:
        hidden.add("reason")
    if given.get("end", "soonest") == "soonest":
        hidden.add("wished_end")
    return {name: value for name, value in given.items() if name not in hidden}


def _end(body: NoticeIn, today: date) -> date | None:
    if body.end == "soonest":
        return None
    with fault_of("wished_end"):
        if body.wished_end is None:
            raise Refused("missing", "Bitte geben Sie den Tag an, an dem der Vertrag enden soll.")
        if body.wished_end < today:
            raise Refused("in_the_past", "Dieser Tag ist vorbei. Bitte geben Sie einen Tag ab heute an.")
    return body.wished_end
