"""A fault put into modules that are loaded already: the bodies of its functions are exchanged."""

import gc
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import _lru_cache_wrapper
from inspect import CO_OPTIMIZED
from itertools import zip_longest
from types import CodeType, FunctionType
from typing import Any

_PARTS = ("co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_flags")
_COUNTS = ("co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_exceptiontable")
Pair = tuple[CodeType, CodeType]


class RunsWhenLoaded(Exception):
    """The change is outside of functions, or in their form: the module has to be loaded with it."""


@dataclass
class Loaded:
    """What of a process a fault may have to change: it is looked for once, before the first one."""

    functions: dict[str, list[FunctionType]] = field(default_factory=lambda: defaultdict(list))
    """By their file."""
    caches: list[Any] = field(default_factory=list)
    """Functions that keep their results: they may hold what a file, or a function, said before."""
    others: list[Any] = field(default_factory=list)
    """Objects of the kinds asked for."""

    @classmethod
    def of_process(cls, *kinds: type) -> "Loaded":
        found = cls()
        gc.unfreeze()
        for one in gc.get_objects():
            if isinstance(one, FunctionType):
                found.functions[one.__code__.co_filename].append(one)
            elif isinstance(one, _lru_cache_wrapper):
                found.caches.append(one)
            elif isinstance(one, kinds):
                found.others.append(one)
        gc.freeze()
        return found

    def forget_what_was_read(self) -> None:
        """Empty all caches."""
        for cached in self.caches:
            cached.cache_clear()

    def exchange(self, file: str, old: str, new: str) -> None:
        """Let all functions of a file do what its new text says. Raises RunsWhenLoaded."""
        changed = {_place(before): after for before, after in pairs(file, old, new)}
        for function in self.functions[file]:
            if after := changed.get(_place(function.__code__)):
                function.__code__ = after


def pairs(file: str, old: str, new: str) -> list[Pair]:
    """The functions that differ, each as it was and as it is. Raises RunsWhenLoaded."""
    return list(_differing(compile(old, file, "exec"), compile(new, file, "exec")))


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _differing(old: CodeType, new: CodeType) -> Iterator[Pair]:
    if old == new:
        return
    is_function = bool(old.co_flags & CO_OPTIMIZED)
    same_frame = _frame(old) == _frame(new)
    if not is_function and not same_frame:
        raise RunsWhenLoaded
    if is_function:
        if old.co_freevars != new.co_freevars:
            raise RunsWhenLoaded
        yield old, new
    for before, after in zip_longest(_inner(old), _inner(new)):
        if before is None or after is None or before.co_qualname != after.co_qualname:
            if is_function:
                return  # what the new function makes, it makes itself
            raise RunsWhenLoaded
        yield from _differing(before, after)


def _inner(code: CodeType) -> list[CodeType]:
    return [part for part in code.co_consts if isinstance(part, CodeType)]


def _frame(code: CodeType) -> tuple[object, ...]:
    plain = [(type(part), part) for part in code.co_consts if not isinstance(part, CodeType)]
    return (plain, *(getattr(code, name) for name in (*_PARTS, *_COUNTS)))
