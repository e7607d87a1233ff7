"""QR codes of short links for print."""

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import segno

_QUIET_ZONE = 4
"""Modules of white around the code; the standard asks for four."""


def qr_svg(address: str) -> bytes:
    """A single path on white, without external references, scalable to any size."""
    out = io.BytesIO()
    _code(address).save(out, kind="svg", border=_QUIET_ZONE, dark="#000", light="#fff", unit=None, omitsize=True)
    return out.getvalue()


def qr_png(address: str, size: int) -> bytes:
    """Black and white, each module a whole number of pixels: the largest such picture within `size` pixels, and never
    smaller than one pixel a module.
    """
    code = _code(address)
    modules = code.symbol_size(border=_QUIET_ZONE)[0]
    out = io.BytesIO()
    code.save(out, kind="png", border=_QUIET_ZONE, scale=max(1, size // modules), dpi=300)
    return out.getvalue()


def _code(address: str) -> "segno.QRCode":
    """Level Q stays readable with a quarter of it dirty or creased."""
    import segno

    return segno.make_qr(address, error="q", boost_error=False)
