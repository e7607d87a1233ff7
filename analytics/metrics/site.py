"""`python -m analytics.metrics.site`: the public part of the catalogue, as the page "Was wir messen" reads it."""

import json
import sys
from itertools import groupby

from analytics.metrics.catalogue import Metric, metrics


def main() -> None:
    public = [metric for metric in metrics().values() if metric.is_public]
    subjects = [
        {"subject": subject, "metrics": [_told(metric) for metric in of_subject]}
        for subject, of_subject in groupby(public, lambda metric: metric.subject)
    ]
    sys.stdout.write(f"{json.dumps(subjects, ensure_ascii=False, indent=2)}\n")


def _told(metric: Metric) -> dict[str, object]:
    return {
        "key": metric.key,
        "label": metric.label,
        "grain": metric.grain,
        "formula": metric.formula,
    }


if __name__ == "__main__":
    main()
