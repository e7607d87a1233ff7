"""Checks of what real work needs; `setup_checks` keeps what they found and what people confirmed."""

from collections.abc import Callable

from services.checks.finding import Found, Ground, hint, ok
from services.setup_checks.result import CheckName, State


def of_setup(name: CheckName) -> Callable[[Ground], Found]:
    """The look at a check of the set-up as it stands."""

    def look(ground: Ground) -> Found:
        standing = ground.standings.get(name)
        if standing is None:
            return hint("Noch nicht geprüft.")
        words = standing.result.words.removesuffix(".") + "."
        return ok(words) if standing.result.state is State.OK else hint(words)

    return look
