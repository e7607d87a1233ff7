"""A telephone with an authenticator app: its camera sees the page's pixels and nothing else."""

from io import BytesIO

import pyotp
import zxingcpp
from PIL import Image
from playwright.sync_api import Locator, Page


def scan(picture: Locator) -> str:
    """What a camera reads from an element as it is drawn on the screen; AssertionError when it sees no QR code."""
    with Image.open(BytesIO(picture.screenshot())) as image:
        found = zxingcpp.read_barcodes(image.convert("L"), formats=zxingcpp.BarcodeFormat.QRCode)
    assert len(found) == 1, f"a camera sees {len(found)} QR codes here"
    return str(found[0].text)


def scan_second_factor(page: Page) -> pyotp.TOTP:
    """The authenticator app after scanning the code that a page shows."""
    app = pyotp.parse_uri(scan(page.get_by_role("img", name="QR-Code für Ihre App")))
    assert isinstance(app, pyotp.TOTP)
    return app
