"""How a process measures its standby; what it does with a real one is in `tests/scale/replica`."""

from contextlib import closing
from datetime import timedelta

import pytest
from sqlalchemy import create_engine

from services.core.db import replica as module
from services.core.db.replica import WAIT_SECONDS, Replica, Standing

IN_STEP = Standing(None, timedelta(0))


def test_who_asks_is_waited_for_from_the_first_question_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The answer is never that of a measurement which gave the standby less time: the thread that measures starts
    while the first question is asked, so it is asked of many.
    """
    waits: dict[Replica, float] = {}

    def measure(replica: Replica, wait_seconds: float) -> Standing:
        waits.setdefault(replica, wait_seconds)
        return IN_STEP

    monkeypatch.setattr(Replica, "measure", measure)
    monkeypatch.setattr(module, "_PATIENCE_SECONDS", 60.0)  # a busy machine begins a thread late
    engine = create_engine("sqlite://")
    for _ in range(200):
        with closing(Replica(engine, engine)) as replica:
            assert replica.now == IN_STEP
    assert list(waits.values()) == [WAIT_SECONDS] * 200
