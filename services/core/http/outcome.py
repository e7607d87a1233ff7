"""Outcome of a write call: returned by the unit of work before the commit, sent to the caller after it."""

from dataclasses import dataclass, field
from typing import Any

from services.core.http.errors import Problem


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer of one call; `is_replay` when it is an earlier call's."""

    status: int
    body: dict[str, Any]
    headers: dict[str, str] = field(default_factory=dict)
    is_replay: bool = False
    problem: Problem | None = field(default=None, compare=False)
    """Of a refusal that was not raised."""


def refused(problem: Problem) -> Outcome:
    """A refusal that does not roll back the transaction, so that the call stays counted."""
    return Outcome(problem.status, problem.body(), problem.headers, problem=problem)
