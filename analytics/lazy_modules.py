"""Large modules that few calls need: loaded at the first use of a name, so that an idle server does without."""

from importlib import import_module
from typing import Any


class LazyModule:
    """Stands for a module until a name of it is used; `TYPE_CHECKING` imports the real one for the type checker.

    The standard library's `LazyLoader` loses a race between two threads before Python 3.12.2.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        return getattr(import_module(self._name), name)
