"""Files as platforms write them: taken rightly to the cent, refused by a sentence, or asked about."""

from base64 import b64encode
from collections import defaultdict
from datetime import date
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.fixtures.staff import StaffClient
from tests.services.campaigns.platform_files.files import DOLLAR, SAMPLES, Sample


def checked(marketer: TestClient, sample: Sample) -> Any:
    sent = marketer.post("/api/staff/costs/imports/read", json={"content": b64encode(sample.content).decode()}).json()
    text = sent["sheets"][0]["text"]
    body = {"file_name": sample.name, "text": text, "credits": "count", "rates": [DOLLAR]}
    return marketer.post("/api/staff/costs/imports/check", json=body).json()


def costs_of(answer: Any) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = defaultdict(int)
    for row in answer["rows"]:
        found[row["campaign_name"], row["day"]] += row["cents"]
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
        for question in answer["questions"]
    }


def test_every_file_is_taken_to_the_cent_refused_by_a_sentence_or_asked_about(
    staff_client: StaffClient, subtests: pytest.Subtests
) -> None:
    marketer = staff_client("marketing")
    for name in ("Solar", "Gesamt Bayern"):
        body = {"name": name, "utm_source": "google", "utm_medium": "cpc", "utm_campaign": name}
        assert marketer.post("/api/staff/campaigns", json=body).status_code == 201
    assert len(SAMPLES) == len({sample.name for sample in SAMPLES})
    for sample in SAMPLES:
        with subtests.test(sample.name):
            answer = checked(marketer, sample)
            assert refusals(answer)[:1] == ([sample.refusal] if sample.refusal else [])
            if sample.refusal:
                continue
            assert costs_of(answer) == {(name, str(day)): cents for (name, day), cents in sample.costs.items()}
            assert asked(answer) == sample.asked
            totals = answer["totals"]
            assert (answer["platform"], totals["cents"]) == (sample.platform, sum(sample.costs.values()))
            assert (totals["clicks"], totals["impressions"]) == sample.counts
