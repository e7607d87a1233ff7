"""Recommendations counted once more: each use walked to the code it counts for, by hand."""

from collections import Counter

from tests.services.reports.recount.asked import Asked, Row, share
from tests.services.reports.recount.world import Reserved, World

Tables = dict[str, list[Row]]
SINGLE = "einmal verwendet"
_WORDS = {
    "valid": "gültig",
    "unknown": "unbekannt",
    "disabled": "gesperrt",
    "self": "eigener Code",
    "loop": "Kreis",
}


def referrals(world: World, asked: Asked) -> Tables:
    """All three tables of the report."""
    used = [(one, world.uses[one.row["id"]]) for one in _came(world, asked)]
    valid = [one for one, use in used if use["verdict"] == "valid"]
    counts = _counts(len(used), valid)
    by_code: dict[str, list[tuple[Reserved, Row]]] = {}
    for one, use in used:
        if use["code_id"] is not None:
            by_code.setdefault(_counts_for(world, use["code_id"]), []).append((one, dict(use)))
    alone = [code for code, rows in by_code.items() if len(rows) == 1 and _recommender(world, code) == "Haushalt"]
    for code in alone:
        by_code.setdefault(SINGLE, []).extend(by_code.pop(code))
    verdicts = Counter(_WORDS[use["verdict"]] for _, use in used)
    return {
        "totals": [{**counts, "share_valid": share(len(valid), len(used))}],
        "codes": [
            {
                "code": code,
                "recommender": _recommender(world, code),
                **_counts(len(rows), [one for one, use in rows if use["verdict"] == "valid"]),
            }
            for code, rows in by_code.items()
        ],
        "verdicts": [{"verdict": verdict, "uses": count} for verdict, count in verdicts.items()],
    }


def _came(world: World, asked: Asked) -> list[Reserved]:
    """Reservations of the period with a code that was judged, none twice."""
    return [one for one in world.reserved if asked.has(one.day) and not one.is_merged and one.row["id"] in world.uses]


def _counts(uses: int, valid: list[Reserved]) -> Row:
    return {
        "uses": uses,
        "valid": len(valid),
        "confirmed": sum(one.is_confirmed for one in valid),
        "contracted": sum(one.is_contracted for one in valid),
        "cancelled": sum(one.is_cancelled for one in valid),
        "annual_kwh": sum(one.row["annual_kwh"] for one in valid if not one.is_cancelled),
    }


def _counts_for(world: World, code_id: int) -> str:
    """The code; where its household's reservation was merged, that of the one it lives on in, if that has one."""
    code = world.codes[code_id]
    merged = {one.row["id"]: one.row["merged_into_id"] for one in world.reserved}
    owner = code["reservation_id"]
    heir = merged.get(owner)
    while heir is not None and merged.get(heir) is not None:
        heir = merged[heir]
    found = [one for one in world.codes.values() if heir is not None and one["reservation_id"] == heir]
    return str((found[0] if found else code)["code"])


def _recommender(world: World, code: str) -> str:
    if code == SINGLE:
        return "Haushalte"
    [row] = [one for one in world.codes.values() if one["code"] == code]
    return str(row["partner_name"]) if row["kind"] == "partner" else "Haushalt"
