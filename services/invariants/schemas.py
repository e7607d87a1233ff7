"""What the console is told of the checks."""

from datetime import datetime

from pydantic import BaseModel

from services.invariants.invariant import Kind


class InvariantOut(BaseModel):
    """A check with its last result. `sentence` says in German what always holds, `kind` what the examples are of.
    `checked_at` is null until it first ran; `violations` 0: it held then; `examples`: up to 20 of those that broke it.
    """

    name: str
    group: str
    sentence: str
    kind: Kind
    checked_at: datetime | None
    violations: int
    examples: list[str]
    duration_ms: int


class InvariantsOut(BaseModel):
    """Every check. `job`: the job that runs them, to be asked for as any other."""

    data: list[InvariantOut]
    job: str
