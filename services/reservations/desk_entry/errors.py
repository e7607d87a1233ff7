"""Refusals of a reservation that staff enter, in words for staff. Their codes are those of the public call."""

from collections.abc import Sequence

from services.core.http.errors import Problem


class UnseenWarnings(Problem):
    """409: something speaks against it that a person has to look at first. `warnings` says what; a clerk who has
    looked sends their codes back. Nothing was reserved.
    """

    status = 409
    code = "unseen_warnings"
    detail = "Bitte sehen Sie sich die Hinweise an, bevor Sie reservieren."

    def __init__(self, warnings: Sequence[dict[str, object]]) -> None:
        super().__init__(warnings=list(warnings))


class EntryPaused(Problem):
    """409: reservations are paused in this park."""

    status = 409
    code = "park_paused"
    detail = "In diesem Park sind die Reservierungen angehalten. Fortsetzen lässt sich das auf der Seite „Park“."


class EntryNotBuilt(Problem):
    """409: the park was called off."""

    status = 409
    code = "park_cancelled"
    detail = "Dieser Park wird nicht gebaut. Hier lässt sich nichts mehr reservieren."


class EntryFull(Problem):
    """409: no spot can be given to a new household: none is free, the energy is used up, or others wait for it."""

    status = 409
    code = "park_full"
    detail = (
        "In diesem Park ist kein Platz mehr zu vergeben. Der Haushalt kann sich auf die Warteliste eintragen; "
        "was frei wird, bekommt zuerst, wer dort steht."
    )
