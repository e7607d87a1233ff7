"""Overview, breakdown, funnel and the rows behind them, counted a second time in plain Python."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from tests.services.reports.recount.asked import (
    JUDGED_BY,
    Asked,
    Row,
    cents,
    chosen_sessions,
    costs_of,
    count,
    half_up,
    is_ripe,
    judged_by,
    kwh,
    of_campaign,
    per,
    quote,
    reserved_of,
    sessions_of,
    share,
)
from tests.services.reports.recount.world import FIELDS, Reserved, Session, World

Tables = Mapping[str, list[Row]]
STEPS = ("landing", "form_started", "step_2", "step_3", "step_4", "thank_you", "reservation", "confirmed", "contracted")


def overview(world: World, asked: Asked) -> Tables:
    sessions, reserved, costs = sessions_of(world, asked), reserved_of(world, asked), costs_of(world, asked)
    flagged = sum(one.is_flagged for one in chosen_sessions(world, asked))
    signed = [one for one in reserved if one.is_contracted]
    bound = [one for one in reserved if one.is_bound]
    ripe = {day for day in {one.day for one in bound} | {row["day"] for row in costs or []} if is_ripe(world, day)}
    ripe_spent = cents(row for row in costs or [] if row["day"] in ripe)
    ripe_kwh = kwh(one for one in bound if one.day in ripe)
    asked_for = sum(one.consents != {0} for one in sessions)
    remembered = sum(2 in one.consents for one in sessions)
    spent, visitors = cents(costs), sum(one.is_first for one in sessions)
    totals = {
        "visitors": visitors,
        "sessions": len(sessions),
        "reservations": len(reserved),
        "contracted": len(signed),
        "bound_kwh": kwh(bound),
        "quote": quote(len(reserved), visitors),
        "cost_cents": spent,
        "cost_per_reservation": per(spent, len(reserved)),
        "ripe_cost_cents": ripe_spent,
        "ripe_bound_kwh": ripe_kwh if is_ripe(world, asked.from_day) else None,
        "cost_per_kwh": None if ripe_spent is None else half_up(ripe_spent * 1000, ripe_kwh),
        "asked": asked_for,
        "remembered": remembered,
        "consent": share(remembered, len(sessions)),
        "consent_of_asked": share(remembered, asked_for),
        "flagged_sessions": flagged,
        "flagged": share(flagged, len(sessions) + (0 if asked.with_bots else flagged)),
    }
    days = []
    day = asked.from_day
    while day <= min(asked.to_day, world.today):
        today = [one for one in sessions if one.day == day]
        came = [one for one in reserved if one.day == day]
        days.append(
            {
                "day": day,
                "visitors": sum(one.is_first for one in today),
                "sessions": len(today),
                "reservations": len(came),
                "contracted": count(came, "is_contracted"),
                "bound_kwh": kwh(one for one in came if one.is_bound),
                "cost_cents": None if spent is None else cents(row for row in costs or [] if row["day"] == day) or 0,
            }
        )
        day += timedelta(days=1)
    changes = [
        {name: row[name] for name in ("value", "visitors", "reservations", "quote", "contracted", "cost_cents")}
        for row in breakdown(world, asked)["values"]
    ]
    return {"totals": [totals], "days": days, "changes": changes}


def breakdown(world: World, asked: Asked) -> Tables:
    costs = costs_of(world, asked) if asked.field in (*FIELDS[:4], "channel_group") else None
    sessions: dict[str, list[Session]] = {}
    reserved: dict[str, list[Reserved]] = {}
    spent: dict[str, int] = {}
    for session in sessions_of(world, asked):
        sessions.setdefault(session.origin[asked.field], []).append(session)
    for one in reserved_of(world, asked):
        reserved.setdefault(one.origin(asked.look_back_days)[asked.field], []).append(one)
    for cost in costs or []:
        value = of_campaign(cost)[asked.field]
        spent[value] = spent.get(value, 0) + cost["cents"]
    rows = []
    for value in {*sessions, *reserved, *(value for value, paid in spent.items() if paid)}:
        came, took = sessions.get(value, []), reserved.get(value, [])
        visitors, paid = sum(one.is_first for one in came), spent.get(value)
        rows.append(
            {
                "value": value,
                "visitors": visitors,
                "sessions": len(came),
                "reservations": len(took),
                "quote": quote(len(took), visitors),
                "contracted": count(took, "is_contracted"),
                "cancelled": count(took, "is_cancelled"),
                "kwh": kwh(took),
                "bound_kwh": kwh(one for one in took if one.is_bound),
                "cost_cents": paid,
                "cost_per_reservation": per(paid, len(took)),
            }
        )
    return {"values": rows, "cells": _cells(world, asked)}


def _cells(world: World, asked: Asked) -> list[Row]:
    came: dict[tuple[str, str], list[Session]] = {}
    took: dict[tuple[str, str], list[Reserved]] = {}
    for session in sessions_of(world, asked):
        came.setdefault((session.origin[asked.field], session.origin[asked.across]), []).append(session)
    for one in reserved_of(world, asked):
        origin = one.origin(asked.look_back_days)
        took.setdefault((origin[asked.field], origin[asked.across]), []).append(one)
    rows = []
    for cell in {*came, *took}:
        sessions, reserved = came.get(cell, []), took.get(cell, [])
        visitors = sum(one.is_first for one in sessions)
        rows.append(
            {
                "value": cell[0],
                "across": cell[1],
                "visitors": visitors,
                "sessions": len(sessions),
                "form_started": sum(one.reached > 1 for one in sessions),
                "reservations": len(reserved),
                "quote": quote(len(reserved), visitors),
                "contracted": count(reserved, "is_contracted"),
            }
        )
    return rows


def funnel(world: World, asked: Asked) -> Tables:
    sessions, reserved = sessions_of(world, asked), reserved_of(world, asked)
    whole = _steps(sessions, reserved)
    steps: list[Row] = []
    shown = [name for name in STEPS if name != "confirmed" or any(one.is_confirmed for one in world.reserved)]
    for place, name in enumerate(shown):
        amount, previous = whole[name], whole[shown[place - 1]] if place else None
        # A reservation without its thank-you page is one that this page does not know.
        is_short = name == "thank_you" and whole["reservation"] > amount
        is_part = previous is not None and previous >= amount and not is_short
        steps.append(
            {
                "step": name,
                "amount": amount,
                "share_of_previous": share(amount, previous or 0) if is_part else None,
                "share_of_first": share(amount, whole["landing"]) if whole["landing"] >= amount else None,
                "lost": (previous or 0) - amount if is_part else None,
            }
        )
    origins = []
    keys = {judged_by(one.origin) for one in sessions} | {
        judged_by(one.origin(asked.look_back_days)) for one in reserved
    }
    for key in keys:
        amounts = _steps(
            [one for one in sessions if judged_by(one.origin) == key],
            [one for one in reserved if judged_by(one.origin(asked.look_back_days)) == key],
        )
        of_landing = quote(amounts["reservation"], amounts["landing"])
        origins.append({**dict(zip(JUDGED_BY, key, strict=True)), **amounts, "quote": of_landing})
    cells = []
    for page, device in {(one.origin["landing_path"], one.origin["device"]) for one in sessions}:
        came = [one for one in sessions if (one.origin["landing_path"], one.origin["device"]) == (page, device)]
        amounts = _steps(came, [])
        begun = share(amounts["form_started"], len(came))
        counted = {name: amounts[name] for name in ("landing", "form_started", "thank_you")}
        cells.append({"landing_path": page, "device": device, **counted, "begun_share": begun})
    return {"steps": steps, "origins": origins, "cells": cells}


def _steps(sessions: list[Session], reserved: list[Reserved]) -> dict[str, int]:
    counted = {name: sum(one.reached > place for one in sessions) for place, name in enumerate(STEPS[:6])}
    return {
        **counted,
        "reservation": len(reserved),
        "confirmed": count(reserved, "is_confirmed"),
        "contracted": count(reserved, "is_contracted"),
    }


def reservations(world: World, asked: Asked) -> Tables:
    facts = {"any": None, "confirmed": "is_confirmed", "contracted": "is_contracted", "cancelled": "is_cancelled"}
    fact = facts[asked.outcome]
    rows: list[dict[str, Any]] = [
        {
            "reservation_id": one.row["id"],
            "day": one.day,
            "park": one.row["park_id"],
            "state": one.row["state"],
            "annual_kwh": one.row["annual_kwh"],
            "plan": one.row["payment_plan"],
            "is_confirmed": one.is_confirmed,
            "is_contracted": one.is_contracted,
            "is_cancelled": one.is_cancelled,
            **{name: value for name, value in one.origin(asked.look_back_days).items() if name in FIELDS},
        }
        for one in reserved_of(world, asked)
        if asked.offers(one)
        if (asked.state is None or one.row["state"] in asked.state) and (fact is None or getattr(one, fact))
    ]
    return {"rows": rows}
