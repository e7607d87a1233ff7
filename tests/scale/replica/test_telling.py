"""What the doctor, the page „Betrieb“ and the metrics say of the replica."""

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from services.checks.check import Finding
from services.checks.examine import examine_freshly
from services.core.clock import utc_now
from services.operation.metrics import ProcessState
from tests.fixtures.clusters import Cluster
from tests.fixtures.staff import state_of
from tests.scale.replica.conftest import MakeOffice, Office, Pair, new_pair


def found(office: Office) -> Finding:
    """As `voltigo doctor` finds it now."""
    settings = state_of(office.client).settings
    [one] = [one for one in examine_freshly(settings, office.db, utc_now) if one.check.name == "replica"]
    return one


def test_a_replica_in_order_is_told_so(make_office: MakeOffice, pair: Pair) -> None:
    office = make_office()
    careless = found(office)
    assert (careless.level, "hot_standby_feedback" in careless.words) == ("hint", True)
    pair.standby.set(hot_standby_feedback="on")
    in_order = found(office)
    assert (in_order.level, in_order.words) == ("ok", "Sie ist auf dem neuesten Stand.")
    assert figures(office)["voltigo_replica_usable"] == 1
    assert figures(office)["voltigo_replica_behind_seconds"] < 60


def test_without_a_replica_nothing_is_missing(make_office: MakeOffice) -> None:
    office = make_office(replica_url="")
    one = found(office)
    assert (one.level, one.words) == ("ok", "Keine eingerichtet: Berichte und Exporte lesen den Hauptserver.")
    assert not [name for name in figures(office) if "replica" in name]


@pytest.mark.sample(0)
def test_a_replica_of_an_older_schema_is_told(make_office: MakeOffice, pair: Pair, name: str) -> None:
    office = make_office()
    current = pair.primary.do("SELECT version_num FROM alembic_version", name)
    pair.primary.do("UPDATE alembic_version SET version_num = '0001'", name)
    pair.standby.has_caught_up_with(pair.primary)
    office.stand()
    pair.pause()
    pair.primary.do(f"UPDATE alembic_version SET version_num = '{current}'", name)
    one = found(office)
    assert (one.level, "haben den Stand 0001" in one.words) == ("hint", True)


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("itself", "Der Server in VOLTIGO_REPLICA_URL ist keine Lesekopie: Er nimmt selbst Schreibvorgänge an."),
        ("another", "Der Server in VOLTIGO_REPLICA_URL gehört zu einer anderen Datenbank."),
        ("nothing", "Die Lesekopie antwortet nicht."),
    ],
)
def test_what_is_no_replica_is_a_fault(make_office: MakeOffice, pair: Pair, what: str, words: str) -> None:
    other = pair.create()
    urls = {
        "itself": pair.primary.url(other),
        "another": pair.standby.url(other),
        "nothing": Cluster(pair.primary.folder).url(),
    }
    one = found(make_office(replica_url=urls[what]))
    assert (one.level, one.words) == ("fault", f"{words} Berichte und Exporte lesen so lange den Hauptserver.")
    assert one.helps


def figures(office: Office) -> dict[str, Any]:
    state = ProcessState(office.db, {})
    return {sample.name: sample.value for family in state.collect() for sample in family.samples}


@pytest.fixture
def astray() -> Iterator[tuple[Cluster, Cluster]]:
    """A promoted primary, and a standby that went on with the old one and is ahead of it by what is lost."""
    with ExitStack() as held:
        made = new_pair()
        held.callback(made.close)
        ahead = made.primary.copy(is_standby=True, name="second")
        held.callback(ahead.close)
        ahead.start()
        made.standby.set(primary_conninfo="host=127.0.0.1 port=1 user=nobody")
        made.primary.do("CREATE TABLE lost AS SELECT generate_series(1, 10000) AS n")
        ahead.has_caught_up_with(made.primary)
        made.primary.kill()
        made.standby.do("SELECT pg_promote()")
        yield made.standby, ahead


@pytest.mark.sample(0)
def test_a_standby_that_went_astray_is_not_read_although_its_position_is_ahead(
    make_office: MakeOffice, astray: tuple[Cluster, Cluster]
) -> None:
    primary, ahead = astray
    office = make_office(database_url=primary.url("voltigo_template"), replica_url=ahead.url("voltigo_template"))
    office.reserve()
    position = primary.do("SELECT pg_current_wal_flush_lsn()")
    assert ahead.do(f"SELECT pg_last_wal_replay_lsn() > '{position}'::pg_lsn")
    stand = office.stand()
    assert (stand["reservations"], stand["behind_seconds"]) == (1, None)
    assert found(office).words.startswith("Die Lesekopie folgt nicht dem jetzigen Hauptserver.")
