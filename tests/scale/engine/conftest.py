"""Everything here shares one engine."""

from pathlib import Path

import pytest

from tests.fixtures.engines import distributed, engine_url

__all__ = ["distributed", "engine_url"]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker starts one engine for all."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.xdist_group("engine"))
