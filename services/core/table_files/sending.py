"""Streaming a generated file to the browser."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

import anyio
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

_LEFT_BEHIND_SECONDS = 6 * 3600


def files_folder(data_dir: Path) -> Path:
    """The folder, made if need be. Files in it have no name or vanish when closed; what a killed process left is
    removed here.
    """
    folder = data_dir / "exports"
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    oldest = time.time() - _LEFT_BEHIND_SECONDS
    for entry in folder.iterdir():
        if entry.stat().st_mtime < oldest:
            shutil.rmtree(entry, ignore_errors=True)
    return folder


_PIECE_BYTES: Final = 65_536


class Download:
    """`close` releases resources and removes files from disk; it may be called early."""

    def __init__(self, file_name: str, media_type: str, rows: int, pieces: Iterator[bytes], held: ExitStack) -> None:
        self.file_name = file_name
        self.media_type = media_type
        self.rows = rows
        self.pieces = pieces
        self._held = held

    def close(self) -> None:
        """To be called once by the sender of the file, whatever the outcome."""
        self._held.close()


class FileResponse(StreamingResponse):
    """Sends a download and closes it, even if the client has disconnected, which is no error."""

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


def written(pieces: Iterator[bytes], folder: Path, held: ExitStack) -> Iterator[bytes]:
    """The same bytes once all of them exist, for reads that may be cancelled. Buffers them in an unnamed file in
    `folder`, which `held` closes.
    """
    file = held.enter_context(tempfile.TemporaryFile(dir=folder))  # noqa: SIM115
    for piece in pieces:
        file.write(piece)
    file.seek(0)
    return iter(lambda: file.read(_PIECE_BYTES), b"")


def begun(pieces: Iterator[bytes]) -> Iterator[bytes]:
    """The same chunks with the first one already made: a failure until then is an error answer, not half a file."""
    first = next(pieces, b"")

    def all_of_them() -> Iterator[bytes]:
        yield first
        yield from pieces

    return all_of_them()
