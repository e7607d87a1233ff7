"""The mixed load over three servers and two workers, which are killed, and whose PostgreSQL is taken away."""

from collections import Counter
from contextlib import closing
from random import Random

import pytest

from services.core.db.db import Database
from tests.faults.mixed_load.comparison import moment_without_due_mail
from tests.faults.mixed_load.ledger import Ledger
from tests.faults.mixed_load.outages import Outages
from tests.faults.mixed_load.run import Load, Outcome, open_large_park, outcome_of, put_load, summary
from tests.faults.mixed_load.traffic import Traffic
from tests.fixtures.cluster import SERVERS, WORKERS
from tests.fixtures.proved import PROVING, proved
from tests.fixtures.told_rows import Row, Tell
from tests.scale.faults.conftest import Stage
from tests.scale.faults.outages import SERVER_KILLED, WORKER_KILLED, breaks_of, causes_of
from tests.services.stored import wait_for

pytestmark = [pytest.mark.xdist_group("faults"), pytest.mark.sample(0)]

LOAD = Load(seconds=proved(40, 240), households=6, pause=(1, 4), seed=20261128)
LEAST_RESERVED = 20


def test_a_mixed_load_over_three_servers_loses_nothing(stage: Stage, told: Tell) -> None:
    outcome = put_on(stage, LOAD)
    print(summary(outcome))
    ledger = outcome.ledger
    assert len(ledger.reserved) > LEAST_RESERVED, "hardly anything was tried"
    breaks = set(breaks_of(stage))
    assert ledger.sent_again > 0
    assert not PROVING or breaks | {SERVER_KILLED, WORKER_KILLED} == set(ledger.outages)
    told(*rows_of(outcome, breaks))


def put_on(stage: Stage, load: Load) -> Outcome:
    """Put the load on the proxy, let everything it promised come to its end, and compare."""
    product, random = stage.product, Random(load.seed)
    ledger = Ledger(in_outages=(502, 503))
    traffic = Traffic(lambda: [product.url], ledger, Random(load.seed + 1), trust=product.trust)
    product.db.write(open_large_park)
    with Outages(ledger, random, causes_of(stage), load.pause):
        put_load(traffic, product.db, stage.peer, load, steady=None)
    with closing(Database(product.database_url)) as db:
        settled_at = wait_for(lambda: moment_without_due_mail(db))
        assert stage.stop() == [0] * (SERVERS + WORKERS)
        return outcome_of(db, ledger, stage.peer, product.database_url, stage.data_dir, settled_at)


def rows_of(outcome: Outcome, breaks: set[str]) -> list[Row]:
    """What was tried by kind of fault, and everything that was lost under the promise it breaks."""
    ledger = outcome.ledger
    mails = [sentence for sentence in outcome.losses if sentence.startswith("the mail")]
    doubled = [sentence for sentence in outcome.losses if "twice" in sentence or "is given" in sentence]
    lost = len(outcome.losses) - len(mails) - len(doubled)
    servers, workers = ledger.outages[SERVER_KILLED], ledger.outages[WORKER_KILLED]
    kills = servers + workers
    away = Counter({name: count for name, count in ledger.outages.items() if name in breaks})
    acknowledged = (
        f"{len(ledger.reserved)} reservations, {len(ledger.cancelled)} given back, {len(ledger.confirmed)} confirmed, "
        f"{len(ledger.messages)} messages, {len(ledger.notes)} notes, {len(ledger.kept_reports)} kept reports, "
        f"{ledger.visits} visits"
    )
    times = ", ".join(f"{name} {count} times" for name, count in sorted(away.items()))
    again = f"{outcome.mails_twice} twice under one Message-ID: their process was killed behind DATA"
    return [
        Row("`kill -9` loses nothing acknowledged", f"{servers} kills of servers, {workers} of workers; {acknowledged}",
            lost, len(doubled)),
        Row("PostgreSQL away loses nothing acknowledged", f"{times}; the same load", lost, len(doubled),
            f"{ledger.statuses[502] + ledger.statuses[503]} of {ledger.statuses.total()} calls were not answered then"),
        Row("a retry never reserves twice", f"{ledger.sent_again} calls made again, {ledger.replayed} replayed",
            0, len(doubled)),
        Row("every mail once, among kills and outages", f"{outcome.mails} mails", len(mails),
            max(0, outcome.mails_twice - kills), again if outcome.mails_twice else ""),
    ]  # fmt: skip
