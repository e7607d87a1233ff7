"""Real parts for every test: both databases built by the migrations, the server as its own process, an SMTP peer."""

import gc

import pytest
from hypothesis import HealthCheck, settings

# No test is timed: a machine that is busy for a moment proves nothing about an example.
settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")

# A failed assertion of a helper tells both sides too.
pytest.register_assert_rewrite("tests.analytics", "tests.faults", "tests.journeys", "tests.services", "tests.site")

# Loading and collecting make half a million objects that stay: to walk through them again and again is a sixth of it.
gc.disable()

_SLOW = ("tests/faults/", "tests/scale/", "tests/journeys/", "tests/services/schedules/test_canary_household.py")
_LONG = "demo year"
"""The group of services that keeps one worker for longest."""

pytest_plugins = [
    "tests.fixtures.commits",
    "tests.fixtures.proved",
    "tests.fixtures.told_rows",
    "tests.fixtures.left_behind",
    "tests.fixtures.later",
    "tests.fixtures.browser",
    "tests.fixtures.databases",
    "tests.fixtures.next_migration",
    "tests.fixtures.http_peer",
    "tests.fixtures.servers",
    "tests.fixtures.site",
    "tests.fixtures.smtp",
    "tests.fixtures.imap",
    "tests.fixtures.object_store",
    "tests.fixtures.staff",
    "tests.fixtures.statements",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A module stays with one worker, so that what it shares is made once; those that wait for browsers and processes
    begin first, so that no worker ends alone with one of them.
    """
    for item in items:
        if not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.split("::")[0]))
    items.sort(key=lambda item: not (item.nodeid.startswith(_SLOW) or _group_of(item) == _LONG))


def _group_of(item: pytest.Item) -> str:
    mark = item.get_closest_marker("xdist_group")
    return str(mark.args[0]) if mark else ""


def pytest_collection_finish() -> None:
    """What collecting has made lives as long as the run, and no later garbage collection needs to walk it. To look for
    what of it is garbage would take as long as all that is freed is worth.
    """
    gc.freeze()
    gc.enable()


def pytest_sessionfinish() -> None:
    """At the end everything goes: what stayed would be reported as leaked by bindings that count."""
    gc.unfreeze()
