"""The check of the distributed engine."""

from services.checks.finding import Found, Ground, hint, ok
from services.store.place import fault_now, has_computed, latest_fault

_INSTEAD = "Auswertungen rechnet so lange dieser Server, mit denselben Zahlen."


def engine(ground: Ground) -> Found:
    """What it said last; when thorough, what it says now."""
    if not ground.settings.engine_url.get_secret_value():
        return ok("Keine eingerichtet: Dieser Server rechnet alle Auswertungen selbst.")
    found = fault_now(ground.settings, ground.session) if ground.is_thorough else latest_fault(ground.settings)
    if found:
        return hint(f"Sie rechnet nicht mit. Gemeldet wurde: „{found}“. {_INSTEAD}")
    if ground.is_thorough:
        return ok("Sie antwortet.")
    if has_computed(ground.settings):
        return ok("Sie rechnet mit.")
    return ok("Dieser Server hat sie seit seinem Start noch nicht gebraucht; „Jetzt prüfen“ fragt sie.")
