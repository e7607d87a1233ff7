"""A line to an object store that can be cut, stalled, or answer as a full store does."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Final
from urllib.parse import urlsplit

_FULL: Final = (
    b"HTTP/1.1 507 Insufficient Storage\r\ncontent-type: application/xml\r\nconnection: close\r\ncontent-length: 54\r\n\r\n"
    b"<Error><Code>QuotaExceeded</Code><Message/></Error>   "
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
            first = caller.recv(1 << 16)
            if mode == "full" and first.startswith((b"PUT", b"POST")):
                caller.sendall(_FULL)
                return
            with socket.create_connection(self._target) as target:
                target.sendall(first)
                threading.Thread(target=_pipe, args=(caller, target, None), daemon=True).start()
                _pipe(target, caller, 900 if mode == "cut" else None)


def _pipe(source: socket.socket, sink: socket.socket, most: int | None) -> None:
    left = most
    with suppress(OSError):
        while part := source.recv(1 << 16):
            if left is not None:
                part = part[:left]
                left -= len(part)
            sink.sendall(part)
            if left == 0:
                break
        sink.shutdown(socket.SHUT_WR)


@contextmanager
def gate_to(endpoint: str) -> Iterator[Gate]:
    """A gate that lasts as long as the block."""
    gate = Gate(endpoint)
    try:
        yield gate
    finally:
        gate.close()
