"""PDFs and mails name each metric that they show."""

from analytics.metrics.catalogue import metrics
from services.reports.render.cells import metric_names
from services.reports.render.mail import Occasion, letter_of
from tests.services.reports.render.test_rendered_files import campaigns

OCCASION = Occasion(name="Montagsbericht", link="https://konsole.example", owner="Kim", owner_email="kim@example.org")


def named(*keys: str) -> list[str]:
    return [f"{metrics()[key].label} ({key})" for key in keys]


def test_a_report_names_each_metric_once() -> None:
    found = metric_names(campaigns("a", "b"))
    assert found[:3] == named("visitors", "sessions", "reservations")
    assert len(found) == len(set(found)) == 10


def test_a_mail_names_the_metrics_that_it_shows_and_none_without_figures() -> None:
    letter = letter_of(campaigns("a"), OCCASION, {}, with_figures=True)
    labels = {figure["label"] for figure in letter.figures}
    labels |= {head["label"] for table in letter.tables for head in table["heads"]}
    known = [one for one in metrics().values() if one.label in labels]
    assert sorted(letter.metrics) == sorted(f"{one.label} ({one.key})" for one in known)
    assert set(named("visitors", "reservations", "conversion")) <= set(letter.metrics)
    assert letter_of(campaigns("a"), OCCASION, {}, with_figures=False).metrics == []
