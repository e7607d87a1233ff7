"""A plan: all steps of all rooms, with a fingerprint by which a confirmation says which plan it confirms."""

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from services.responsibilities.errors import PlanChanged
from services.staff.holdings import Step


@dataclass(frozen=True, slots=True)
class Plan:
    """The steps in order. Made and carried out within one transaction, with all rows locked."""

    steps: Sequence[Step]
    fingerprint: str

    @property
    def is_open(self) -> bool:
        """Whether something is still to be done."""
        return any(step.carry_out is not None for step in self.steps)

    def require_confirmed(self, confirmed: str) -> None:
        """Raise PlanChanged if another plan was shown."""
        if confirmed != self.fingerprint:
            raise PlanChanged

    def carry_out(self) -> None:
        """Take the steps, in order."""
        for step in self.steps:
            if step.carry_out is not None:
                step.carry_out()

    def told(self) -> dict[str, Any]:
        """Each thing by what became of it, for the audit log: without names and addresses, which cannot be erased."""
        found: dict[str, list[str]] = defaultdict(list)
        for step in self.steps:
            found[step.outcome].append(f"{step.kind} {step.subject}")
        return dict(found)


def plan_of(steps: Iterable[Step], *about: int | str) -> Plan:
    """The plan for these steps. `about`: whose things they are, and who gets them."""
    listed = list(steps)
    told = [[step.kind, step.subject, step.outcome, step.words, step.seen] for step in listed]
    text = json.dumps([about, told], sort_keys=True, ensure_ascii=False)
    return Plan(listed, hashlib.sha256(text.encode()).hexdigest())
