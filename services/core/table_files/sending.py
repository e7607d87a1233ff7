"""A file on its way to a browser."""

from collections.abc import Iterator
from contextlib import ExitStack

import anyio
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send


class Download:
    """`close` gives back what was held for it and removes what was put on disk; it may come early."""

    def __init__(self, file_name: str, media_type: str, rows: int, pieces: Iterator[bytes], held: ExitStack) -> None:
        self.file_name = file_name
        self.media_type = media_type
        self.rows = rows
        self.pieces = pieces
        self._held = held

    def close(self) -> None:
        """To be called once, by whoever sends the file, however that went."""
        self._held.close()


class FileResponse(StreamingResponse):
    """Sends a download and closes it, also when the client has gone: that is no error, and nobody is left to tell."""

    def __init__(self, file: Download) -> None:
        headers = {"Content-Disposition": f'attachment; filename="{file.file_name}"', "X-Rows": str(file.rows)}
        super().__init__(file.pieces, headers=headers, media_type=file.media_type)
        self._file = file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        except ClientDisconnect:
            pass
        finally:
            with anyio.CancelScope(shield=True):
                await run_in_threadpool(self._file.close)


def begun(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same pieces, of which the first is made: whatever fails before is still an answer and not half a file."""
    first = next(pieces, b"")

    def all_of_them() -> Iterator[bytes]:
        yield first
        yield from pieces

    return all_of_them()
