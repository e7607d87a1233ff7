"""Files as platforms write them: taken rightly to the cent, refused by a sentence, or asked about."""

from base64 import b64encode
from collections import defaultdict
from datetime import date, timedelta
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.fixtures.staff import StaffClient
from tests.services.campaigns.platform_files.files import DOLLAR, SAMPLES, Sample


def checked(marketer: TestClient, sample: Sample) -> Any:
    sent = marketer.post("/api/staff/costs/imports/read", json={"content": b64encode(sample.content).decode()}).json()
    text = sent["sheets"][0]["text"]
    is_net = sample.platform == "other" and "vat" not in sample.asked
    told = ({"vat": 0} if is_net else {}) | sample.told
    body = {"file_name": sample.name, "text": text, "credits": "count", "rates": [DOLLAR], "mapping": told}
    return marketer.post("/api/staff/costs/imports/check", json=body).json()


def costs_of(answer: Any) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = defaultdict(int)
    for row in answer["rows"]:
        first, last = (date.fromisoformat(row[name] or row["day"]) for name in ("day", "last_day"))
        days = [str(first + timedelta(days=number)) for number in range((last - first).days + 1)]
        for number, day in enumerate(days, 1):
            whole = row["cents"]
            found[row["campaign_name"], day] += whole * number // len(days) - whole * (number - 1) // len(days)
    return dict(found)


def refusals(answer: Any) -> list[str]:
    if "errors" in answer:
        return [error["message"] for error in answer["errors"]]
    return [row["problem"]["message"] for row in answer["rows"] if row["problem"]]


def asked(answer: Any) -> dict[str, list[int | date]]:
    """Each question, with the sum of each answer, or its first day where days are asked about."""
    return {
        question["about"]: [
            date.fromisoformat(one["first_day"]) if question["about"] == "day_format" else one["cents"]
            for one in question["readings"]
        ]
        for question in answer.get("questions", [])
    }


def test_every_file_is_taken_to_the_cent_refused_by_a_sentence_or_asked_about(
    staff_client: StaffClient, subtests: pytest.Subtests
) -> None:
    marketer = staff_client("marketing")
    for name, tag in (("Solar", "Solar"), ("Gesamt Bayern", "Gesamt Bayern"), ("Zahl", "22345678901")):
        body = {"name": name, "utm_source": "google", "utm_medium": "cpc", "utm_campaign": tag}
        assert marketer.post("/api/staff/campaigns", json=body).status_code == 201
    assert len(SAMPLES) == len({sample.name for sample in SAMPLES})
    for sample in SAMPLES:
        with subtests.test(sample.name):
            answer = checked(marketer, sample)
            assert refusals(answer)[:1] == ([sample.refusal] if sample.refusal else [])
            assert asked(answer) == sample.asked
            if sample.refusal:
                continue
            assert costs_of(answer) == {(name, str(day)): cents for (name, day), cents in sample.costs.items()}
            totals = answer["totals"]
            assert (answer["platform"], totals["cents"]) == (sample.platform, sum(sample.costs.values()))
            assert (totals["clicks"], totals["impressions"]) == sample.counts
