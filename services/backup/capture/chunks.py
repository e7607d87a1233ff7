"""Cutting members into blocks, so that what did not change keeps its blocks. Pure."""

import zlib
from collections.abc import Iterable, Iterator
from typing import IO, Final

BLOCK_BYTES: Final = 64 * 1024
"""Of files. SQLite's pages keep their place, so a changed page costs the block around it; `BACKUP.md` has the figures
of other sizes."""
_LEAST_ROWS_BYTES: Final = 16 * 1024
_MOST_ROWS_BYTES: Final = 256 * 1024
_CUT_AT_ONE_OF: Final = 256
"""Rows end a block where a checksum of the row says so: after a change further up, the next blocks are as before."""


def blocks_of_file(file: IO[bytes]) -> Iterator[bytes]:
    """A file in blocks of one size, the last one shorter."""
    while block := file.read(BLOCK_BYTES):
        yield block


def blocks_of_rows(rows: Iterable[bytes]) -> Iterator[bytes]:
    """Rows of a table in blocks that end at boundaries which the rows themselves decide."""
    waiting: list[bytes] = []
    size = 0
    for row in rows:
        waiting.append(row)
        size += len(row)
        is_boundary = size >= _LEAST_ROWS_BYTES and zlib.crc32(row) % _CUT_AT_ONE_OF == 0
        if is_boundary or size >= _MOST_ROWS_BYTES:
            yield b"".join(waiting)
            waiting, size = [], 0
    if waiting:
        yield b"".join(waiting)
