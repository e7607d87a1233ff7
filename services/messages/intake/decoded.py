"""Decodes character sets, headers and addresses of a mail. Pure."""

import re
import unicodedata
from email.header import decode_header
from email.utils import getaddresses
from typing import Final

from services.core.contact_details import Email, read_email
from services.core.fields import Refused, without_marks

_WIDER: Final = {
    "iso-8859-1": "windows-1252",
    "iso_8859-1": "windows-1252",
    "iso8859-1": "windows-1252",
    "latin1": "windows-1252",
    "latin-1": "windows-1252",
    "iso-8859-9": "windows-1254",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "ks_c_5601-1987": "cp949",
    "euc-kr": "cp949",
}
"""Character sets that mail programs declare while using a superset, as which browsers read them: the declared set has
control characters where the wide one has the euro and quotation marks."""
_MOST_ADDRESSES: Final = 50
_LONGEST_HEADER: Final = 10_000
_CODE_PAGE: Final = re.compile(r"(?:cp|ibm|windows)[-_ ]?([0-9]{3,5})")
_ENCODED: Final = re.compile(r"=\?[^?\s]{1,50}\?[bq]\?.{0,1000}?\?=(?:\s+=\?[^?\s]{1,50}\?[bq]\?.{0,1000}?\?=)*", re.I)
_UNPRINTED: Final = ("Cc", "Cs", "Co", "Cn")
_BREAKS: Final = re.compile(r"\r\n?|\u2028|\u2029|\x0b|\x0c")


def in_charset(content: bytes, charset: str, *, is_cut: bool = False) -> str:
    """Decodes a text with the named character set, else UTF-8, else Windows-1252. `is_cut`: its last character may be
    incomplete.
    """
    named = charset.partition("*")[0].strip().lower()
    page = _CODE_PAGE.fullmatch(named)
    codec = f"cp{page[1]}" if page else _WIDER.get(named, named)
    for name in (codec, "utf-8"):
        try:
            return content.decode(name)
        except UnicodeDecodeError as error:
            if is_cut and error.end >= len(content):
                return content[: error.start].decode(name)
        except (LookupError, ValueError):
            continue
    return content.decode("windows-1252", "replace")


def header_text(value: str) -> str:
    """A header with its encoded words decoded; unchanged if they are malformed. Never extract an address from it: an
    encoded word may contain one that is not the sender's.
    """
    return line(_ENCODED.sub(lambda run: _words(run[0]), value[:_LONGEST_HEADER]))


def addresses_of(value: str) -> list[tuple[str, Email]]:
    """The addresses of a header, with names. Addresses are extracted before names are decoded, and a name that looks
    like an address is dropped, so that it cannot pass for one.
    """
    found: list[tuple[str, Email]] = []
    try:
        parsed = getaddresses([" ".join(value[:_LONGEST_HEADER].split())])
    except RecursionError:  # the standard library at a header that was made for it
        return found
    for name, address in parsed[:_MOST_ADDRESSES]:
        try:
            email = read_email(address, allow_test_domains=True)
        except Refused:
            continue
        shown = header_text(name)
        found.append(("" if "@" in unicodedata.normalize("NFKC", shown) else shown, email))
    return found


def clean(text: str) -> str:
    """Unicode-normalised, with plain line feeds, without characters that databases or readers cannot handle."""
    cells = _BREAKS.sub("\n", text).split("\t")
    unmarked = "\t".join(map(without_marks, cells))
    return "".join(one for one in unmarked if one in "\n\t" or unicodedata.category(one) not in _UNPRINTED)


def line(text: str) -> str:
    """The same in one line."""
    return " ".join(clean(text).split())


def _words(run: str) -> str:
    try:
        parts = decode_header(run)
    except Exception:  # whatever a foreign mail makes of the standard library
        return run
    return "".join(in_charset(part, charset or "") if isinstance(part, bytes) else part for part, charset in parts)
