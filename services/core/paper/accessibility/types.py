"""Structure types: the standard ones (ISO 32000-1, 14.8.4), what others stand for, and what belongs into what."""

import re
from collections.abc import Mapping
from typing import Final

from services.core.paper.accessibility.read import Read
from services.core.paper.opened.tree import Node

STANDARD: Final = frozenset(
    {
        "Document", "Part", "Art", "Sect", "Div", "BlockQuote", "Caption", "TOC", "TOCI", "Index", "NonStruct",
        "Private", "P", "H", "H1", "H2", "H3", "H4", "H5", "H6", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH",
        "TD", "THead", "TBody", "TFoot", "Span", "Quote", "Note", "Reference", "BibEntry", "Code", "Link", "Annot",
        "Ruby", "RB", "RT", "RP", "Warichu", "WT", "WP", "Figure", "Formula", "Form",
    }
)  # fmt: skip
_ROWS: Final = frozenset({"TR"})
_CELLS: Final = frozenset({"TH", "TD"})
BELOW: Final[Mapping[str, frozenset[str]]] = {
    "Table": frozenset({"TR", "THead", "TBody", "TFoot", "Caption"}),
    "THead": _ROWS,
    "TBody": _ROWS,
    "TFoot": _ROWS,
    "TR": _CELLS,
    "L": frozenset({"LI", "L", "Caption"}),
    "LI": frozenset({"Lbl", "LBody"}),
}
"""Which elements may stand directly in one of this type."""
PARENTS: Final[Mapping[str, frozenset[str]]] = {
    "THead": frozenset({"Table"}),
    "TBody": frozenset({"Table"}),
    "TFoot": frozenset({"Table"}),
    "TR": frozenset({"Table", "THead", "TBody", "TFoot"}),
    "TH": _ROWS,
    "TD": _ROWS,
    "LI": frozenset({"L"}),
    "LBody": frozenset({"LI"}),
}
"""In which elements one of this type may stand."""
_HEADING: Final = re.compile(r"H([1-9]\d*)")


class Types:
    """The types of a document's elements, with those of its own replaced by what they stand for."""

    def __init__(self, read: Read) -> None:
        mapped = read.opened.entry(read.opened.catalog, "StructTreeRoot", "RoleMap") or {}
        self.mapped: dict[str, str] = {str(role): str(other) for role, other in mapped.items()}

    def of(self, node: Node) -> str:
        """The standard type; its own where there is none."""
        return self.standard(node.role) or node.role

    def standard(self, role: str) -> str | None:
        """The standard type that this one stands for."""
        seen = set()
        while role not in STANDARD:
            if role in seen or role not in self.mapped:
                return None
            seen.add(role)
            role = self.mapped[role]
        return role

    def is_circular(self, role: str) -> bool:
        """Whether following the map comes back to this type."""
        seen, at = set(), role
        while at in self.mapped and at not in seen:
            seen.add(at)
            at = self.mapped[at]
            if at == role:
                return True
        return False


def heading_level(role: str) -> int:
    """1 for `H1`; 0 for what is no numbered heading."""
    found = _HEADING.fullmatch(role)
    return int(found[1]) if found else 0
