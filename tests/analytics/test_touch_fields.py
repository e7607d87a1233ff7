"""Analytics knows nothing of the services, so the one list of a touch's fields stands on both sides of that border."""

from analytics import touch_fields
from services.visits import touches


def test_both_sides_name_the_same_fields_in_the_same_order() -> None:
    assert touch_fields.UTM_FIELDS == touches.UTM_FIELDS
    assert touch_fields.TOUCH_FIELDS == touches.TOUCH_FIELDS
