"""A carrier in a process of its own that dies at a given line of the product's code."""

import os
import pickle
from datetime import datetime
from multiprocessing.connection import Connection
from typing import Any

from analytics.store.catalogue import Store
from services.core.db.db import Database
from services.store.ingest import StoreIngest
from tests.faults.killing import PROCESSES, answer_of_process, counted
from tests.fixtures.forking import forking
from tests.fixtures.servers import ROOT

_TRACED = tuple(f"{ROOT / folder}{os.sep}" for folder in ("analytics", "services/store"))
forking(__name__)

CHUNK_ROWS = 40


def _carry(stored: bytes, now: datetime, kill_at: int | None, surroundings: dict[str, str], answer: Connection) -> None:
    """`stored`: a store, which finds the way to its objects as soon as it is unpickled."""
    os.environ.update(surroundings)
    store: Store = pickle.loads(stored)
    with counted(_TRACED, kill_at) as lines:
        db = Database(store.url)
        carried = StoreIngest(db, store, lambda: now, CHUNK_ROWS).run()
    db.close()
    answer.send((lines.count, carried))


def _surroundings() -> dict[str, str]:
    """The way to an object store. The process that forks may have begun before a test had one."""
    return {name: value for name, value in os.environ.items() if name.startswith("AWS_")}


def carry_apart(store: Store, now: datetime, kill_at: int | None = None) -> tuple[int, Any] | None:
    """Carry in a process of its own: how many lines that took and what it did; None when it was killed on its way."""
    answer: tuple[int, Any] | None = answer_of_process(_carry, pickle.dumps(store), now, kill_at, _surroundings())
    return answer


def carry_together(store: Store, now: datetime, count: int) -> list[Any]:
    """Let so many processes carry at once, each at its own pace; what each of them did."""
    pipes, processes = [], []
    for _ in range(count):
        here, there = PROCESSES.Pipe(duplex=False)
        processes.append(
            PROCESSES.Process(target=_carry, args=(pickle.dumps(store), now, None, _surroundings(), there))
        )
        pipes.append(here)
    for process in processes:
        process.start()
    answers = [pipe.recv()[1] for pipe in pipes]
    for process in processes:
        process.join()
        assert process.exitcode == 0
    return answers
