"""The world that the walks of a module share. They change nothing in it that another one reads."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache

import pytest
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from services.app import create_app
from services.settings import Settings
from tests.contract.operations import Operation, documented
from tests.contract.world import World
from tests.services.declarations.forms import shell


@pytest.fixture(scope="module")
def world_on(
    module_database_url: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], World]]:
    """`world_on(kind)`: one of most things in a database of that kind."""
    with ExitStack() as entered:

        @cache
        def made(kind: str) -> World:
            folder = tmp_path_factory.mktemp("contract")
            values = {"database_url": module_database_url(kind), "scheduler": "off", "rate_limits": "off"}
            settings = Settings(_env_file=None, data_dir=folder / "var", **values)  # type: ignore[arg-type]
            app = create_app(settings, site=shell(folder / "site"), console=folder / "no-console")
            entered.enter_context(capture_logs())  # thousands of lines that nobody reads
            world = World(entered.enter_context(TestClient(app, raise_server_exceptions=False)))
            world.settle()
            return world

        yield made


@pytest.fixture(scope="module")
def world(world_on: Callable[[str], World]) -> World:
    return world_on("sqlite")


@pytest.fixture(scope="module")
def staff() -> list[Operation]:
    return documented("staff")


@pytest.fixture(scope="module")
def public() -> list[Operation]:
    return documented("public")
