"""How the distributed engine does, where one is set."""

from analytics.engine.offloading import engine_computed, engine_fault, missing_part
from services.settings import Settings


def latest_fault(settings: Settings) -> str:
    """What the engine's last fault in this process was, if it has not computed anything since; else an empty text."""
    return engine_fault(settings.engine_url.get_secret_value())


def has_computed(settings: Settings) -> bool:
    """Whether it has computed anything for this process, and met no fault since."""
    return engine_computed(settings.engine_url.get_secret_value())


def fault_now(settings: Settings) -> str:
    """Ask the engine; why it cannot be used, or an empty text."""
    if missing_part():
        return missing_part()
    from analytics.distributed.engine import opened
    from analytics.distributed.faults import EngineFault

    try:
        with opened(settings.engine_url.get_secret_value()) as engine:
            engine.rows("SELECT 1 AS one")
    except EngineFault as fault:
        return str(fault)
    return ""
