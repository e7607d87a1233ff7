"""The check of the distributed engine."""

from services.operation.finding import Found, Ground, hint, ok
from services.store.engine import fault_now, latest_fault

_INSTEAD = "Auswertungen rechnet so lange dieser Server, mit denselben Zahlen."


def engine(ground: Ground) -> Found:
    """What it said last; when thorough, what it says now."""
    if not ground.settings.engine_url.get_secret_value():
        return ok("Keine eingerichtet: Dieser Server rechnet alle Auswertungen selbst.")
    found = fault_now(ground.settings, ground.session) if ground.is_thorough else latest_fault(ground.settings)
    return hint(f"Sie rechnet nicht mit: {found}. {_INSTEAD}") if found else ok("Sie rechnet mit.")
