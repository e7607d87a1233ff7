"""Files as platforms write them: taken rightly to the cent, refused by a sentence, or asked about."""

from collections import defaultdict
from datetime import date
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.core.fields import Refused
from services.core.tables_in.reading import decoded
from tests.fixtures.staff import StaffClient
from tests.services.campaigns.platform_files.files import DOLLAR, SAMPLES, Sample


def checked(marketer: TestClient, sample: Sample) -> Any:
    body = {"file_name": sample.name, "text": decoded(sample.content), "credits": "count", "rates": [DOLLAR]}
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


@pytest.mark.parametrize("content", [b"PK\x03\x04rest", b"%PDF-1.7", b"\x89PNG\r\n"])
def test_what_is_no_text_is_refused_by_a_sentence(content: bytes) -> None:
    with pytest.raises(Refused) as refused:
        decoded(content)
    assert refused.value.sentence == "Das ist keine Textdatei. Bitte exportieren Sie die Kosten als CSV."
