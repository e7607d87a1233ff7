"""Fingerprint that recognises a mail when it is read again after a change of UIDVALIDITY."""

import hashlib
import re
from typing import Final

_STABLE: Final = (b"message-id", b"date", b"from", b"to", b"cc", b"subject", b"in-reply-to", b"content-type")
_HEADER_END: Final = re.compile(rb"\r?\n\r?\n")
_FIELD: Final = re.compile(rb"^([!-9;-~]+):((?:.|\r?\n[ \t])*)", re.MULTILINE)


def fingerprint(raw: bytes, message_id: str | None) -> str:
    """SHA-256 of what its writer made of it: two mails that claim one Message-ID differ in it, one mail that arrived
    twice by two ways does not. Without a Message-ID of all of it, with the marks of its way.
    """
    if message_id is None:
        return hashlib.sha256(raw).hexdigest()
    end = _HEADER_END.search(raw)
    head, body = (raw[: end.start()], raw[end.end() :]) if end else (raw, b"")
    fields = [(name.lower(), b" ".join(value.split())) for name, value in _FIELD.findall(head)]
    written = [b":".join(field) for field in fields if field[0] in _STABLE]
    return hashlib.sha256(b"\n".join([*written, b"", body.replace(b"\r\n", b"\n")])).hexdigest()
