"""The check of the place that all servers share, with a real object store."""

from pathlib import Path

from services.checks.check import Found, Ground, Level
from services.checks.look_files import shared_files
from services.core.db.db import Database
from services.core.storage.installed import files_of
from services.settings import Settings
from tests.fixtures.object_store import ObjectStore


def test_a_store_that_is_gone_is_told_with_what_it_said_and_the_usual_advice(
    object_store: ObjectStore, database_url: str, db: Database, tmp_path: Path
) -> None:
    settings = Settings(_env_file=None, database_url=database_url, data_dir=tmp_path, store_url="s3://backups/check")  # type: ignore[call-arg]

    def found() -> Found:
        return shared_files.look(Ground(settings, db))

    assert found().level is Level.OK
    assert list(files_of(settings).list("probes/")) == []
    object_store.stop()
    gone = found()
    assert gone.level is Level.FAULT
    assert gone.words.startswith(
        "s3://backups/check antwortet nicht, ist voll oder nicht beschreibbar. Gemeldet wurde: „"
    )
    assert gone.helps is None
