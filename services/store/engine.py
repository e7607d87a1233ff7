"""How the distributed engine does, where one is set."""

from sqlalchemy import select
from sqlalchemy.orm import Session

from analytics.engine.offloading import engine_computed, engine_fault, missing_part
from analytics.store.datasets import DATASETS
from services.settings import Settings
from services.store.models import CURRENT, StoreFile
from services.store.place import store_of


def latest_fault(settings: Settings) -> str:
    """What the engine's last fault in this process was, if it has not computed anything since; else an empty text."""
    return engine_fault(settings.engine_url.get_secret_value())


def has_computed(settings: Settings) -> bool:
    """Whether it has computed anything for this process, and met no fault since."""
    return engine_computed(settings.engine_url.get_secret_value())


def fault_now(settings: Settings, session: Session | None = None) -> str:
    """Why the engine cannot be used now; else an empty text. With a session it reads the store's newest file, too."""
    if missing_part():
        return missing_part()
    from analytics.distributed.engine import opened
    from analytics.distributed.faults import EngineFault
    from analytics.distributed.files import File, put_files

    newest = session and session.scalar(
        select(StoreFile).where(CURRENT, StoreFile.dataset.in_(DATASETS)).order_by(StoreFile.id.desc()).limit(1)
    )
    url = settings.engine_url.get_secret_value()
    try:
        with opened(url) as engine:
            engine.rows("SELECT 1 AS one")
            if newest:
                address = f"{store_of(settings).files_for_engine}/{newest.path}"
                put_files(engine, url, "newest", [File(address, newest.rows, newest.sha256)])
    except EngineFault as fault:
        return str(fault)
    return ""
