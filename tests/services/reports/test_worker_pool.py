"""Reports wait in line for each other, and nobody else for them."""

import os
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError

import pytest
from structlog.contextvars import bound_contextvars, get_contextvars

from services.reports.pool.worker_pool import WorkerPool, pool


@pytest.fixture
def held() -> Iterator[threading.Event]:
    """What keeps a thread busy until it is set."""
    event = threading.Event()
    yield event
    event.set()


def test_those_who_wait_know_their_place(held: threading.Event) -> None:
    line = WorkerPool(threads=1)
    begun = threading.Event()
    first = line.submit(lambda: (begun.set(), held.wait()))
    second, third = line.submit(lambda: 2), line.submit(lambda: 3)
    begun.wait()
    assert [ticket.position for ticket in (first, second, third)] == [0, 1, 2]
    held.set()
    assert (second.future.result(), third.future.result()) == (2, 3)
    assert [ticket.position for ticket in (first, second, third)] == [0, 0, 0]


def test_whoever_gives_up_lets_the_others_move_up(held: threading.Event) -> None:
    line = WorkerPool(threads=1)
    begun = threading.Event()
    line.submit(lambda: (begun.set(), held.wait()))
    begun.wait()
    computed: list[int] = []
    second, third = line.submit(lambda: computed.append(2)), line.submit(lambda: computed.append(3))
    second.give_up()
    assert third.position == 1
    held.set()
    third.future.result()
    with pytest.raises(CancelledError):
        second.future.result()
    assert computed == [3]


def test_a_failure_is_told_to_whoever_asked_and_the_line_goes_on() -> None:
    line = WorkerPool(threads=1)

    def fail() -> None:
        raise LookupError("nothing there")

    with pytest.raises(LookupError, match="nothing there"):
        line.run(fail)
    assert line.run(lambda: 1) == 1


def test_a_report_within_a_report_does_not_wait_for_itself() -> None:
    line = WorkerPool(threads=1)
    assert line.run(lambda: line.run(lambda: threading.current_thread().name)).startswith("report")


def test_what_is_logged_there_belongs_to_the_call_that_asked() -> None:
    with bound_contextvars(request_id="abc"):
        assert pool.run(get_contextvars)["request_id"] == "abc"


@pytest.mark.skipif(sys.platform != "linux", reason="only there a thread has a priority of its own")
def test_reports_give_way_and_the_rest_stays_as_it_is() -> None:
    def niceness() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    before = niceness()
    assert pool.run(niceness) == max(before, 10)
    assert niceness() == before
