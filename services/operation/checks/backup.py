"""The check of the backup: what an administrator has confirmed about it."""

from services.operation.finding import Found, Ground, hint, ok
from services.setup_checks.result import State


def backup(ground: Ground) -> Found:
    """Whether a backup was tried out within the time that its confirmation holds."""
    standing = ground.standings.get("backup")
    if standing is None or standing.result.state is not State.OK:
        words = standing.result.words if standing else "Niemand hat bestätigt, dass eine Sicherung eingerichtet ist."
        return hint(words)
    return ok(f"Von Ihnen {standing.result.words}.")
