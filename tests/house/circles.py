"""No module imports itself over others, not for its types alone and not inside a function either.

The layers (`pyproject.toml`) order rooms; within a room they leave modules free to import each other.
"""

from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter
from typing import Final

import grimp

PACKAGES: Final = ("services", "analytics", "migrations")


def faults(packages: Iterable[str] = PACKAGES) -> list[str]:
    """A circle of imports, if there is one, as a line."""
    first, *others = packages
    graph = grimp.build_graph(first, *others, cache_dir=None)
    try:
        TopologicalSorter({one: graph.find_modules_directly_imported_by(one) for one in graph.modules}).prepare()
    except CycleError as circle:
        return [f"imports run in a circle: {' → '.join(reversed(circle.args[1]))}"]
    return []
