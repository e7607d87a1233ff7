"""The answers stand in three places; they are one list."""

import re
from pathlib import Path

import duckdb

from analytics.runner import models
from services.told_origins.answers import CHOICES, FORMER, LABELS, LAST, UNSURE

SITE = Path(__file__).parents[3] / "public-web" / "src" / "content" / "de" / "toldOrigin.ts"


def test_the_reports_have_the_same_labels_and_know_what_each_says() -> None:
    rows = duckdb.sql(models()["staging.told_labels"].sql).fetchall()
    former = dict.fromkeys(FORMER, LABELS[UNSURE])
    assert {answer: label for answer, label, _ in rows} == {**LABELS, **former}
    kinds = {**dict.fromkeys(CHOICES, "choice"), **{key: key for key in LAST}, **dict.fromkeys(FORMER, UNSURE)}
    assert {answer: kind for answer, _, kind in rows} == kinds


def test_the_site_has_the_same_labels() -> None:
    labels = SITE.read_text().partition("answers: {")[2].partition("}")[0]
    assert dict(re.findall(r"(\w+): '([^']+)'", labels)) == LABELS
