"""The fields of a touch stand in four places that cannot import each other; all are compared with one golden table."""

import json
from pathlib import Path

from analytics import touch_fields
from services.visits import touches

_GOLDEN = Path(__file__).parents[1] / "golden" / "touch_fields.json"


def test_services_and_analytics_name_the_fields_of_the_golden_table_in_its_order() -> None:
    golden = json.loads(_GOLDEN.read_text(encoding="utf-8"))
    for place in (touches, touch_fields):
        assert list(place.UTM_FIELDS) == golden["utm"]
        assert list(place.TOUCH_FIELDS) == golden["touch"]
        assert list(place.CLICKED_ADS) == golden["clicked_ads"]
