"""Work in a process of its own that dies at a given line of the product's code."""

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from tests.fixtures.forking import forking

PROCESSES = forking()


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
