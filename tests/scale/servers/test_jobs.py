"""Jobs of five processes, as many as three servers that run jobs themselves and two workers: each slot once."""

import os
import signal
from datetime import timedelta
from pathlib import Path

from services.core.db.db import Database
from services.jobs.models import JobRun
from tests.faults.job_processes import FIRST, Ledger, come_together, slots, stuck_in_a_run, take_over_together
from tests.fixtures.cluster import SERVERS, WORKERS
from tests.fixtures.proved import proved
from tests.fixtures.told_rows import Row, Tell
from tests.services.stored import stored

PROCESSES = SERVERS + WORKERS
SLOTS = proved(20, 200)
ONE_RUN = "one run per slot"


def test_five_processes_run_each_slot_once(postgresql_url: str, tmp_path: Path, told: Tell) -> None:
    ledger = Ledger(tmp_path / "ledger")
    come_together(postgresql_url, ledger.path, slots(SLOTS), processes=PROCESSES)
    assert ledger.faults(slots(SLOTS)) == []
    assert len({process for _, process in ledger.runs()}) > 1, "one process did it all: nobody raced"
    told(
        Row(
            ONE_RUN,
            f"{SLOTS} slots, {PROCESSES} processes that come to each at once",
            *ledger.lost_and_doubled(slots(SLOTS)),
        )
    )


def test_the_slot_of_a_killed_winner_is_run_by_one_of_the_four_others(
    postgresql_url: str, tmp_path: Path, told: Tell
) -> None:
    ledger = Ledger(tmp_path / "ledger")
    with stuck_in_a_run(postgresql_url, ledger.path) as winner:
        assert winner.pid is not None
        os.kill(winner.pid, signal.SIGKILL)
        winner.join()
    take_over_together(postgresql_url, ledger.path, FIRST + timedelta(seconds=59), processes=PROCESSES - 1)
    assert ledger.runs() == [], "the lease was not over"
    take_over_together(postgresql_url, ledger.path, FIRST + timedelta(seconds=60), processes=PROCESSES - 1)
    assert ledger.faults([FIRST]) == []
    db = Database(postgresql_url)
    (row,) = stored(db, JobRun)
    db.close()
    assert (row["state"], row["attempts"]) == ("done", 2)
    told(Row(ONE_RUN, "the winner killed, its slot taken by one of four", *ledger.lost_and_doubled([FIRST])))
