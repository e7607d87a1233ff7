"""A fault put into modules that are loaded already: the bodies of its functions are exchanged."""

import gc
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from inspect import CO_OPTIMIZED
from itertools import zip_longest
from types import CodeType, FunctionType
from typing import TypeVar

_PARTS = ("co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_flags")
_COUNTS = ("co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_exceptiontable")
Pair = tuple[CodeType, CodeType]
Kind = TypeVar("Kind")


class RunsWhenLoaded(Exception):
    """The change is outside of functions, or in their form: the module has to be loaded with it."""


def exchange(file: str, old: str, new: str) -> None:
    """Let all functions of a loaded file do what its new text says. Raises RunsWhenLoaded."""
    changed = {_place(before): after for before, after in pairs(file, old, new)}
    for one in all_of(FunctionType):
        if one.__code__.co_filename == file and (after := changed.get(_place(one.__code__))):
            one.__code__ = after


def forget_what_was_read() -> None:
    """Empty the caches of functions: they may hold what a file, or a function, said before the change."""
    for one in all_of(_lru_cache_wrapper):
        one.cache_clear()


def all_of(kind: type[Kind]) -> list[Kind]:
    """Every object of a kind in this process."""
    gc.unfreeze()
    found = [one for one in gc.get_objects() if isinstance(one, kind)]
    gc.freeze()
    return found


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
