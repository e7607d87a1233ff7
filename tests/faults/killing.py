"""Work in a process of its own that dies at a given line of the product's code."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from types import FrameType
from typing import Any

from tests.fixtures.forking import forking
from tests.fixtures.servers import ROOT

PROCESSES = forking(__name__)


class Lines:
    """Counts executed lines of the files whose paths begin in one of these ways, in every thread, and ends the process
    without farewell at one of them.
    """

    def __init__(self, files: tuple[str, ...], kill_at: int | None) -> None:
        self.count = 0
        self._files = files
        self._kill_at = kill_at

    def __call__(self, frame: FrameType, event: str, _argument: Any) -> Any:
        if not frame.f_code.co_filename.startswith(self._files):
            return None
        if event == "line":
            self.count += 1
            if self.count == self._kill_at:
                os.kill(os.getpid(), signal.SIGKILL)
        return self


@contextmanager
def counted(files: tuple[str, ...], kill_at: int | None) -> Iterator[Lines]:
    """Count while the block runs; threads must begin in it to be counted."""
    lines = Lines(files, kill_at)
    threading.settrace(lines)
    sys.settrace(lines)
    try:
        yield lines
    finally:
        sys.settrace(None)


def answer_of_process(work: Callable[..., None], *arguments: Any) -> Any:
    """What `work` sends through the pipe that it gets last, in a process of its own; None when it was killed."""
    here, there = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=work, args=(*arguments, there))
    process.start()
    there.close()
    process.join()
    if process.exitcode == -signal.SIGKILL:
        return None
    assert process.exitcode == 0
    return here.recv()


def traced_apart(folders: Sequence[str], work: Callable[..., Any], *arguments: Any, kill_at: int | None = None) -> Any:
    """Let `work` be done in a process of its own: how many lines of these folders of `services` that took, and what it
    answers; None when it was killed at one of them.
    """
    return answer_of_process(
        _traced, tuple(f"{ROOT / 'services' / one}{os.sep}" for one in folders), kill_at, work, arguments
    )


def _traced(
    files: tuple[str, ...],
    kill_at: int | None,
    work: Callable[..., Any],
    arguments: tuple[Any, ...],
    answer: Connection,
) -> None:
    with counted(files, kill_at) as lines:
        found = work(*arguments)
    answer.send((lines.count, found))
