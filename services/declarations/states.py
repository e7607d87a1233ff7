"""Kinds of declarations, the states of their cases, and which step leads from one state to another. Pure."""

from dataclasses import dataclass
from enum import StrEnum


class DeclarationKind(StrEnum):
    """What is declared."""

    WITHDRAWAL = "withdrawal"
    """§ 356a BGB."""
    NOTICE = "notice"
    """§ 312k BGB."""


class NoticeKind(StrEnum):
    """How notice is given."""

    ORDINARY = "ordinary"
    EXTRAORDINARY = "extraordinary"
    """For a reason, which is named."""


class CaseState(StrEnum):
    """From the arrival to the decision, and for a withdrawal to the refund."""

    RECEIVED = "received"
    MATCHED = "matched"
    """Staff know which reservation it is about, or that there is none."""
    ACCEPTED = "accepted"
    REJECTED = "rejected"
    REFUNDED = "refunded"


@dataclass(frozen=True, slots=True)
class Step:
    """A named step of staff. `kinds`: the declarations that have it."""

    name: str
    from_states: frozenset[CaseState]
    to_state: CaseState
    kinds: frozenset[DeclarationKind] = frozenset(DeclarationKind)
    needs_reservation: bool = False

    def is_allowed(self, kind: str, state: str, *, has_reservation: bool) -> bool:
        """Whether a case of this kind, in this state, may take the step."""
        is_open = kind in self.kinds and state in self.from_states
        return is_open and (has_reservation or not self.needs_reservation)


STEPS: dict[str, Step] = {
    step.name: step
    for step in (
        Step("match", frozenset({CaseState.RECEIVED, CaseState.MATCHED}), CaseState.MATCHED),
        Step("accept", frozenset({CaseState.MATCHED}), CaseState.ACCEPTED, needs_reservation=True),
        Step("reject", frozenset({CaseState.MATCHED}), CaseState.REJECTED),
        Step(
            "refund",
            frozenset({CaseState.ACCEPTED}),
            CaseState.REFUNDED,
            kinds=frozenset({DeclarationKind.WITHDRAWAL}),
        ),
    )
}
"""Accepting and rejecting are final: the mail is out, and a withdrawal takes effect on arrival."""

UNDECIDED = (CaseState.RECEIVED, CaseState.MATCHED)
