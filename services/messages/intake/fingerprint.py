"""Fingerprint that recognises a mail when it is read again after a change of UIDVALIDITY."""

import hashlib
import re
from typing import Final

_STABLE: Final = (b"message-id", b"date", b"from", b"to", b"cc", b"subject", b"in-reply-to", b"content-type")
_HEADER_END: Final = re.compile(rb"\r?\n\r?\n")
_FIELD: Final = re.compile(rb"^([!-9;-~]+):((?:.|\r?\n[ \t])*)", re.MULTILINE)


def fingerprint(raw: bytes, message_id: str | None) -> str:
    """SHA-256 over the author's content: mails that share a Message-ID differ in it, a mail delivered twice does not.
    Without a Message-ID over everything, including the transport headers.
    """
    if message_id is None:
        return hashlib.sha256(raw).hexdigest()
    end = _HEADER_END.search(raw)
    head, body = (raw[: end.start()], raw[end.end() :]) if end else (raw, b"")
    fields = [(name.lower(), b" ".join(value.split())) for name, value in _FIELD.findall(head)]
    written = [b":".join(field) for field in fields if field[0] in _STABLE]
    return hashlib.sha256(b"\n".join([*written, b"", body.replace(b"\r\n", b"\n")])).hexdigest()
