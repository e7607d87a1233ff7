"""A line to an object store that can be cut, stalled, or answer as a full store does."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final
from urllib.parse import urlsplit

_WORDS: Final = b"<Error><Code>QuotaExceeded</Code><Message>no room</Message></Error>"
_FULL: Final = b"\r\n".join(
    (
        b"HTTP/1.1 507 Insufficient Storage",
        b"content-type: application/xml",
        b"connection: close",
        b"content-length: %d" % len(_WORDS),
        b"",
        _WORDS,
    )
)


class Gate:
    """Listens on a port of its own and hands on what arrives there. `mode` holds for every new connection."""

    def __init__(self, endpoint: str) -> None:
        parts = urlsplit(endpoint)
        self._target = (parts.hostname or "", parts.port or 0)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.mode = "open"
        self.accepted = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def set(self, mode: str) -> None:
        """`open`, `closed`, `stalled` (accepts and says nothing), `full` (refuses to write), `cut` (ends an answer in
        its middle).
        """
        self.mode = mode
        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self._open.clear()

    def close(self) -> None:
        self.set("closed")
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                caller, _ = self._listener.accept()
            except OSError:
                return
            self.accepted += 1
            self._open.append(caller)
            threading.Thread(target=self._serve, args=(caller, self.mode), daemon=True).start()

    def _serve(self, caller: socket.socket, mode: str) -> None:
        with suppress(OSError), caller:
            if mode == "closed":
                return
            if mode == "stalled":
                while caller.recv(1 << 16):
                    pass
                return
            with socket.create_connection(self._target) as target:
                left = 900 if mode == "cut" else None
                answers = threading.Thread(target=_pipe, args=(target, caller, left), daemon=True)
                answers.start()
                while part := caller.recv(1 << 16):
                    if mode == "full" and part.startswith((b"PUT", b"POST")):
                        caller.sendall(_FULL)
                        return
                    target.sendall(part)
                target.shutdown(socket.SHUT_WR)
                answers.join()


def _pipe(source: socket.socket, sink: socket.socket, left: int | None) -> None:
    """Hand on what comes, at most so many bytes."""
    with suppress(OSError):
        while part := source.recv(1 << 16):
            if left is not None:
                part = part[:left]
                left -= len(part)
            sink.sendall(part)
            if left == 0:
                break
        sink.shutdown(socket.SHUT_RDWR)


@contextmanager
def gate_to(endpoint: str) -> Iterator[Gate]:
    """A gate that lasts as long as the block."""
    gate = Gate(endpoint)
    try:
        yield gate
    finally:
        gate.close()
