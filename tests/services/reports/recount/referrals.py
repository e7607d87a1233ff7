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
    further = {code: rows for code in _codes(world) if (rows := _further(world, asked, code))}
    alone = [
        code
        for code, rows in by_code.items()
        if len(rows) == 1 and _recommender(world, code) == "Haushalt" and code not in further
    ]
    for code in alone:
        by_code.setdefault(SINGLE, []).extend(by_code.pop(code))
    verdicts = Counter(_WORDS[use["verdict"]] for _, use in used)
    return {
        "totals": [{**counts, "share_valid": share(len(valid), len(used))}],
        "codes": [
            {
                "code": code,
                "recommender": _recommender(world, code),
                **_with_chain(by_code.get(code, []), further.get(code, [])),
            }
            for code in {*by_code, *further}
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


def _with_chain(used: list[tuple[Reserved, Row]], further: list[Reserved]) -> Row:
    counts = _counts(len(used), [one for one, use in used if use["verdict"] == "valid"])
    others = _counts(0, further)
    chain = {"chain_contracted": "contracted", "chain_kwh": "annual_kwh"}
    return {**counts, **{name: counts[of] + others[of] for name, of in chain.items()}}


def _codes(world: World) -> set[str]:
    return {str(one["code"]) for one in world.codes.values()}


def _further(world: World, asked: Asked, code: str) -> list[Reserved]:
    """Whom those who came by a code brought in turn, and those brought, walked one after the other."""
    brought: dict[str, list[Reserved]] = {}
    for one in world.reserved:
        use = world.uses.get(one.row["id"])
        if use is not None and use["verdict"] == "valid" and not one.is_merged:
            brought.setdefault(_counts_for(world, use["code_id"]), []).append(one)
    code_of = {one["reservation_id"]: str(one["code"]) for one in world.codes.values()}
    found, waiting = {}, list(brought.get(code, []))
    seen = {one.row["id"] for one in waiting}
    while waiting:
        for one in brought.get(code_of.get(waiting.pop().row["id"], ""), []):
            if one.row["id"] not in seen and code_of.get(one.row["id"]) != code:
                seen.add(one.row["id"])
                found[one.row["id"]] = one
                waiting.append(one)
    return [one for one in found.values() if asked.has(one.day) and (one.is_contracted or not one.is_cancelled)]


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
