"""What is counted, and by what of a refusal it is recognised. Pure."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from services.core.http.errors import Problem, RateLimited, UnknownHost


class Kind(StrEnum):
    """Why a call was refused; the last three are no refusals. The values are stored."""

    RATE = "rate"
    """429, by the name of the limit."""
    CROSS_SITE = "cross_site"
    HOST = "host"
    """For a name that is not ours."""
    TOO_LARGE = "too_large"
    SLOW = "slow"
    """A request that did not arrive in time."""
    TRAP = "trap"
    """A form filled in as programs do."""
    SHED = "shed"
    """Too many connections, or too many staff calls of a kind."""
    POLICY = "policy"
    """Reports of violated policies."""
    EXTENSION = "extension"
    """The same, of browser extensions."""
    RESERVE = "reserve"
    """Calls for a place, refused or not."""


class Group(StrEnum):
    """What is shown and judged together."""

    SIGN_INS = "sign_ins"
    """Wrong passwords and codes of staff, which the audit log has."""
    REFUSALS = "refusals"
    FOREIGN = "foreign"
    VIOLATIONS = "violations"
    SHED = "shed"
    RESERVE = "reserve"


GROUP_OF: Final[Mapping[str, Group]] = {
    Kind.RATE: Group.REFUSALS,
    Kind.TRAP: Group.REFUSALS,
    Kind.CROSS_SITE: Group.FOREIGN,
    Kind.HOST: Group.FOREIGN,
    Kind.TOO_LARGE: Group.FOREIGN,
    Kind.SLOW: Group.FOREIGN,
    Kind.SHED: Group.SHED,
    Kind.POLICY: Group.VIOLATIONS,
    Kind.RESERVE: Group.RESERVE,
}
"""By kind; what browser extensions cause belongs to none."""

_OF_CODE: Final = {
    "cross_site": Kind.CROSS_SITE,
    "too_large": Kind.TOO_LARGE,
    "head_too_large": Kind.TOO_LARGE,
    "url_too_long": Kind.TOO_LARGE,
    "request_timeout": Kind.SLOW,
    "too_fast": Kind.TRAP,
    "busy": Kind.SHED,
}


def kind_of(problem: Problem) -> tuple[Kind, str] | None:
    """The kind of a refusal with a name that tells more; None for what says nothing about the caller."""
    if isinstance(problem, RateLimited):
        return Kind.RATE, problem.limit
    if isinstance(problem, UnknownHost):
        return Kind.HOST, ""
    kind = _OF_CODE.get(problem.code)
    return (kind, problem.code) if kind else None
