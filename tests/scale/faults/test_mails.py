"""Mails that five processes send: each once, and none given up for what is not its own fault."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest

from services.core.clock import utc_now
from services.mail import outbox
from services.mail.models import Fault, Mail
from services.mail.outbox import Order
from tests.fixtures.cluster import SERVERS, WORKERS
from tests.fixtures.told_rows import Row, Tell
from tests.scale.faults.conftest import Stage
from tests.scale.faults.peer import REFUSALS
from tests.services.stored import stored, wait_for

pytestmark = [pytest.mark.xdist_group("faults"), pytest.mark.sample(0)]

PROCESSES: Final = SERVERS + WORKERS
SECONDS_A_COMMAND: Final = 6.0
SLOW_MAILS: Final = 12
REFUSED_MAILS: Final = 9
MAILS_WITHOUT_HANDLES: Final = 474
AHEAD_MINUTES: Final = 6
"""Longer than a lease: a process that trusted its own clock would take every mail that another one is sending."""
_AHEAD: Final = f"""
import sys
from datetime import UTC, datetime, timedelta
import services.core.clock
from services.cli import app

right = services.core.clock.utc_now

def ahead():
    return datetime.now(UTC) + timedelta(minutes={AHEAD_MINUTES})

for module in list(sys.modules.values()):
    if getattr(module, "utc_now", None) is right:
        module.utc_now = ahead
"""
_WORK: Final = 'app(["worker"])'
_TRUSTING_ITSELF: Final = """
from services.core.db import leases

leases.shared_now = lambda session, clock: clock()
"""


def order(stage: Stage, count: int) -> None:
    """So many mails to be sent now, each to a household of its own."""
    values = {"reference": "K-1", "topic": "x"}
    numbers = range(count)
    orders = [Order("contact_received", f"a{n}@example.org", f"contact:{n}", f"test:{n}", values) for n in numbers]
    stage.product.db.write(lambda session: outbox.order(session, orders, utc_now()))


def mails(stage: Stage) -> list[dict[str, Any]]:
    return stored(stage.product.db, Mail)


def all_sent(stage: Stage) -> bool:
    """Whether none waits; one that is given up is told at once."""
    states = {row["state"] for row in mails(stage)}
    assert "failed" not in states, "a mail is given up"
    return states == {"sent"}


def row_of(stage: Stage, promise: str, tried: str) -> Row:
    """What arrived of what was ordered."""
    ids = {row["message_id"] for row in mails(stage)}
    arrived = {name.strip("<>").partition("@")[0]: count for name, count in stage.peer.arrived.items()}
    return Row(promise, tried, len(ids - arrived.keys()), sum(arrived.values()) - len(arrived))


def start_ahead(stage: Stage, more: str = "") -> None:
    """Start the first worker with a clock that is ahead, and perhaps otherwise changed."""
    script = stage.folder / "ahead.py"
    script.write_text(_AHEAD + more + _WORK)
    stage.product.start_worker(0, script)
    assert "führt die Abläufe aus" in stage.product.workers[0].stdout.readline()  # type: ignore[union-attr]


def slowly_sent(stage: Stage, tried: str) -> Row:
    """What became of mails that five processes send while each takes half a minute."""
    stage.peer.delay = SECONDS_A_COMMAND
    order(stage, SLOW_MAILS)
    wait_for(lambda: all_sent(stage))
    assert stage.peer.most_at_once > 1, "one process sent them all: none could double a mail of another"
    tried = f"{SLOW_MAILS} mails, {PROCESSES} processes, {SECONDS_A_COMMAND:.0f} s a command{tried}"
    return row_of(stage, "every mail once, with a slow mail server", tried)


def test_a_slow_mail_server_gets_each_mail_once_from_five_processes(stage: Stage, told: Tell) -> None:
    told(slowly_sent(stage, ""))


def test_a_process_whose_clock_is_ahead_takes_no_mail_of_another(stage: Stage, told: Tell) -> None:
    start_ahead(stage)
    row = slowly_sent(stage, f", one clock {AHEAD_MINUTES} min ahead")
    assert "mail_sent" in (stage.data_dir / "worker-0.log").read_text(), "the process whose clock is ahead sent none"
    told(row)


def test_with_leases_by_its_own_clock_the_same_check_fails(stage: Stage) -> None:
    """The negative control: were this green, the test above would prove nothing."""
    start_ahead(stage, _TRUSTING_ITSELF)
    assert slowly_sent(stage, "").doubled > 0


def test_an_account_that_is_refused_costs_no_mail(stage: Stage, told: Tell) -> None:
    """Each process is refused once, and leaves the account alone for two minutes, lest it be locked."""
    stage.peer.refusals = [*REFUSALS, *REFUSALS[: PROCESSES - len(REFUSALS)]]
    order(stage, REFUSED_MAILS)
    wait_for(lambda: stage.peer.refused == PROCESSES)
    faults = {row["fault"] for row in mails(stage) if row["fault"]}
    assert faults == {Fault.ACCOUNT.value}
    stage.product.db.write(lambda session: outbox.retry_all(session, utc_now()) and None)
    wait_for(lambda: all_sent(stage))
    tried = f"{REFUSED_MAILS} mails, {stage.peer.refused} refusals ({', '.join(REFUSALS)}), then mended"
    told(row_of(stage, "every mail once, when the account was refused", tried))


def test_processes_without_file_handles_give_no_mail_up(stage: Stage, told: Tell) -> None:
    before = stage.peer.arrived.total()
    with no_handles(stage.product.pids):
        order(stage, MAILS_WITHOUT_HANDLES)
        wait_for(lambda: sum(row["fault"] == Fault.MACHINE.value for row in mails(stage)) >= PROCESSES)
        assert stage.peer.arrived.total() == before, "they had handles"
    stage.product.db.write(lambda session: outbox.retry_all(session, utc_now()) and None)
    wait_for(lambda: all_sent(stage))
    tried = f"{MAILS_WITHOUT_HANDLES} mails, {PROCESSES} processes that could open nothing, then mended"
    told(row_of(stage, "every mail once, when file handles are short", tried))


@contextmanager
def no_handles(pids: list[int]) -> Iterator[None]:
    """While the block runs, these processes can open no file and no connection more than they have."""
    limits = {pid: resource.prlimit(pid, resource.RLIMIT_NOFILE) for pid in pids}
    for pid, (_, most) in limits.items():
        resource.prlimit(pid, resource.RLIMIT_NOFILE, (1, most))
    try:
        yield
    finally:
        for pid, limit in limits.items():
            resource.prlimit(pid, resource.RLIMIT_NOFILE, limit)
