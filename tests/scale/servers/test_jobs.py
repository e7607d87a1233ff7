"""Jobs and mails of five processes, three servers that run jobs themselves and two workers: each once."""

import os
import signal
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from datetime import datetime, time, timedelta
from email import message_from_bytes
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import func, select, update

from services.core.db.db import Database
from services.core.schedules import AtTime, next_slots
from services.jobs.models import JobRun
from services.mail.models import Mail
from tests.faults.job_processes import FIRST, Ledger, come_together, slots, stuck_in_a_run, take_over_together
from tests.fixtures.cluster import RATE_LIMITS, SERVERS, WORKERS, settings_of, working
from tests.fixtures.proved import proved
from tests.fixtures.servers import Server, server_starter
from tests.fixtures.smtp import SmtpPeer
from tests.fixtures.staff import COOKIE, OWN_PAGE, add_member
from tests.fixtures.told_rows import Row, Tell
from tests.scale.servers.households import RESERVE, household
from tests.services.stored import stored, wait_for

PROCESSES = SERVERS + WORKERS
SLOTS = proved(20, 200)
MAILS = proved(30, 400)
NIGHTS = proved(4, 31)
ONE_RUN = "one run per slot"
ASKED = "serve-waiting-lists"


@contextmanager
def five_processes(database_url: str, folder: Path, smtp_url: str) -> Iterator[list[Server]]:
    """Servers with a scheduler of their own, and workers beside them."""
    common = {"rate_limits": RATE_LIMITS, "smtp_url": smtp_url, "scheduler": "embedded"}
    settings = [{**common, **settings_of(place, folder)} for place in range(PROCESSES)]
    with ExitStack() as entered:
        start = entered.enter_context(server_starter(folder))
        servers = [start(database_url, **settings[place]) for place in range(SERVERS)]
        entered.enter_context(working(database_url, folder, settings[SERVERS:]))
        yield servers


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


@pytest.mark.sample(0)
def test_both_clock_changes_are_slots_like_others(postgresql_url: str, tmp_path: Path, told: Tell) -> None:
    """At half past two each night: a time that one night skips and another has twice. What was due when the job became
    known, in the first night, is no slot of it.
    """
    ledger, nightly = Ledger(tmp_path / "ledger"), AtTime(time(2, 30))
    moments: list[datetime] = []
    for change in ("2026-03-29", "2026-10-25"):
        begin = datetime.fromisoformat(f"{change}T00:00:00+00:00") - timedelta(days=NIGHTS // 2)
        nights = [slot.at for slot in next_slots(nightly, begin, NIGHTS)]
        come_together(postgresql_url, ledger.path, nights, processes=PROCESSES, rule=nightly)
        moments += nights if moments else nights[1:]
    gaps = {later - earlier for earlier, later in pairwise(moments)}
    assert {timedelta(hours=23), timedelta(hours=25)} < gaps
    assert ledger.faults(moments) == []
    tried = f"{len(moments)} nights at 2:30 around both clock changes, {PROCESSES} processes"
    told(Row(ONE_RUN, tried, *ledger.lost_and_doubled(moments)))


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


@pytest.mark.sample(0)
def test_five_processes_run_what_is_asked_for_and_send_each_mail_once_also_when_one_is_killed(
    postgresql_url: str, tmp_path: Path, smtp_peer: SmtpPeer, told: Tell
) -> None:
    db = Database(postgresql_url)
    with five_processes(postgresql_url, tmp_path, smtp_peer.url) as servers:
        _reserve(servers[0], "vorher", MAILS)
        _ask_everywhere(db, servers)
        wait_for(lambda: _sent(db) == MAILS)
        assert set(_message_ids(smtp_peer).values()) == {1}
        smtp_peer.silent = True
        before = smtp_peer.attempts
        _reserve(servers[0], "danach", PROCESSES)
        wait_for(lambda: smtp_peer.attempts >= before + 2)
        for server in servers[1:]:
            server.kill()
        smtp_peer.silent = False
        wait_for(lambda: _sent(db) >= MAILS + PROCESSES - 2)
        wait_for(lambda: _released(db) and _sent(db) == MAILS + PROCESSES)
    faults = _faults_of_runs(stored(db, JobRun))
    db.close()
    assert faults == []
    counts = _message_ids(smtp_peer)
    assert len(counts) == MAILS + PROCESSES
    again = sum(counts.values()) - len(counts)
    told(
        Row(
            "every mail once, and servers killed in the midst",
            f"{MAILS + PROCESSES} mails, {PROCESSES} processes, 2 of them killed while the mail server was silent",
            MAILS + PROCESSES - len(counts),
            max(0, again - 2),
            f"{again} came again, whose process died behind DATA",
        )
    )


def _ask_everywhere(db: Database, servers: Sequence[Server]) -> None:
    """Press "run now" on all servers at once, and wait for what is run."""
    headers = OWN_PAGE | {"Cookie": f"{COOKIE}={add_member(db, 'admin').token}"}

    def ask(server: Server) -> int:
        answer = httpx2.post(f"{server.url}/api/staff/jobs/{ASKED}/run", headers=headers, timeout=60)
        assert answer.status_code == 202, answer.text
        return int(answer.json()["id"])

    with ThreadPoolExecutor(SERVERS) as pool:
        asked = set(pool.map(ask, servers))

    def done() -> bool:
        rows = {row["id"]: row for row in stored(db, JobRun)}
        return all(rows[number]["state"] == "done" for number in asked)

    wait_for(done)


def _faults_of_runs(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Runs of one job beside each other, slots with two runs, and runs that were done twice without a death."""
    found = []
    by_slot = Counter((row["job"], row["scheduled_for"]) for row in rows if not row["asked_by"])
    found += [f"{slot} has {count} runs" for slot, count in by_slot.items() if count > 1]
    done = sorted((row for row in rows if row["state"] == "done"), key=lambda row: (row["job"], row["started_at"]))
    found += [f"{row['job']} was run {row['attempts']} times" for row in done if row["attempts"] != 1]
    for one, other in pairwise(done):
        if one["job"] == other["job"] and other["started_at"] < one["finished_at"]:
            found.append(f"{one['job']} was run twice at once")
    return found


def test_a_run_beside_another_would_be_told() -> None:
    run = {"job": "a", "scheduled_for": 1, "asked_by": None, "state": "done", "started_at": 1, "finished_at": 5}
    assert _faults_of_runs([{**run, "attempts": 1}]) == []
    assert len(_faults_of_runs([{**run, "attempts": 2}, {**run, "attempts": 1, "started_at": 3}])) == 3


def _released(db: Database) -> bool:
    """Let the leases of killed processes be over, which takes minutes."""
    held = (Mail.state != "sent") & Mail.leased_until.is_not(None)
    db.write(lambda session: session.execute(update(Mail).where(held).values(leased_until=None)) and None)
    return True


def _reserve(server: Server, name: str, count: int) -> None:
    with httpx2.Client(base_url=server.url, timeout=60) as client:
        for number in range(count):
            assert client.post(RESERVE, json=household(f"{name}-{number}")).status_code == 200


def _sent(db: Database) -> int:
    with db.read() as session:
        return session.scalar(select(func.count()).where(Mail.state == "sent")) or 0


def _message_ids(peer: SmtpPeer) -> Counter[str]:
    return Counter(str(message_from_bytes(raw)["Message-ID"]) for raw in peer.received)
