"""Pictures are true: what is drawn is as much as the rows say, whatever a cell stands for."""

from collections.abc import Sequence

import pytest

from services.reports.render.pdf.canvas import COVERED, MODULE, WIDTH, Canvas
from services.reports.render.pdf.pictures.bars import Bar, bars_picture
from services.reports.render.pdf.pictures.columns import Panel, columns_picture
from services.reports.render.pdf.pictures.fields import Run, field_picture
from services.reports.render.pdf.pictures.lines import Axes, Line, lines_picture
from services.reports.render.pdf.pictures.money import euros
from services.reports.render.pdf.pictures.picture import Picture, axis_number, cell_unit, linear, ticks
from services.reports.render.pdf.pictures.ranges import Range, ranges_picture


class Recorded(Canvas):
    """A canvas that remembers the filled boxes and the words."""

    def __init__(self, height: float) -> None:
        super().__init__(height)
        self.boxes: list[tuple[float, float, float, float, str]] = []
        self.said: list[str] = []

    def box(self, x: float, y: float, width: float, height: float, colour: str) -> None:
        self.boxes.append((x, y, width, height, colour))
        super().box(x, y, width, height, colour)

    def words(self, x: float, y: float, text: str, *args: object, **kwargs: object) -> None:
        self.said.append(text)
        super().words(x, y, text, *args, **kwargs)  # type: ignore[arg-type]


def drawn(picture: Picture) -> Recorded:
    canvas = Recorded(picture.height)
    picture.draw(canvas)
    assert all(
        x >= 0 and y >= 0 and x + width <= WIDTH + 0.01 and y + height <= picture.height
        for x, y, width, height, _ in canvas.boxes
    )
    return canvas


def areas(sheet: Recorded, colour: str, places: Sequence[float], by: int) -> list[float]:
    """What is filled in rows (by=1) or columns (by=0) that begin at these places."""
    ends = [*places[1:], 1e9]
    return [
        sum(box[2] * box[3] for box in sheet.boxes if box[4] == colour and begin - 0.01 <= box[by] < end - 0.01)
        for begin, end in zip(places, ends, strict=True)
    ]


@pytest.mark.parametrize("factor", [1, 37, 100_000])
def test_rows_of_cells_are_as_long_as_their_values(factor: int) -> None:
    values = [40 * factor, 10 * factor, 5 * factor]
    bars = [Bar(f"Kampagne {value}", (("full", value),), str(value)) for value in values]
    sheet = drawn(bars_picture(bars, title="Reservierungen"))
    tops = sorted({round(box[1], 3) for box in sheet.boxes})
    assert len(tops) == 3
    whole, quarter, eighth = areas(sheet, MODULE, tops, by=1)
    assert quarter / whole == pytest.approx(1 / 4, rel=0.03)
    assert eighth / whole == pytest.approx(1 / 8, rel=0.03)


def test_small_numbers_are_as_many_cells_in_the_shapes_of_their_parts() -> None:
    bar = Bar("Weg", (("covered", 4), ("full", 3)), "7")
    sheet = drawn(bars_picture([bar], title="", legend=()))
    assert [sum(box[4] == colour for box in sheet.boxes) for colour in (COVERED, MODULE)] == [4, 3]
    assert "eine Zelle: 1" in sheet.said


def test_columns_are_as_high_as_their_values_and_say_what_a_cell_is() -> None:
    panel = Panel("Kosten", [20_000, 5_000, 0, None], lambda cents: f"{cents // 100} €", piece=100)
    sheet = drawn(columns_picture(["a", "b", "c", "d"], [panel]))
    lefts = sorted({round(box[0], 3) for box in sheet.boxes})
    assert len(lefts) == 2  # nothing where there is nothing, and nothing where it is not known
    high, low = areas(sheet, MODULE, lefts, by=0)
    assert low / high == pytest.approx(1 / 4, rel=0.03)
    assert "höchstens 200 €, eine Zelle: 20 €" in sheet.said


def test_a_field_has_a_cell_for_each_reservation() -> None:
    sheet = drawn(field_picture([Run("full", "Reserviert", 63), Run("covered", "Aktiv", 9)], one="eine", many="viele"))
    counted = [sum(box[4] == colour for box in sheet.boxes) - 1 for colour in (MODULE, COVERED)]  # one is the legend's
    assert counted == [63, 9]
    assert {"Reserviert 63", "Aktiv 9", "Eine Zelle ist eine."} <= set(sheet.said)


@pytest.mark.parametrize(
    ("largest", "most", "unit"), [(1, 12, 1), (12, 12, 1), (13, 12, 2), (161, 12, 20), (0.5, 4, 1)]
)
def test_a_cell_is_a_round_number(largest: float, most: int, unit: int) -> None:
    assert cell_unit(largest, most) == unit


@pytest.mark.parametrize(
    ("largest", "marks"),
    [(500, [0, 100, 200, 300, 400, 500]), (0, [0, 1]), (7, [0, 2, 4, 6, 8]), (0.9, [0, 0.2, 0.4, 0.6, 0.8, 1.0])],
)
def test_marks_are_round_and_reach_over_the_largest(largest: float, marks: list[float]) -> None:
    assert ticks(largest) == pytest.approx(marks)


@pytest.mark.parametrize("largest", [0, 0.0004, 0.3, 0.9, 1, 2, 7, 12_345, 987_654_321.5])
def test_marks_of_an_axis_read_differently(largest: float) -> None:
    """ "0 €, 0 €, 0 €, 1 €, 1 €, 1 €" was on paper once."""
    words = [axis_number(mark) for mark in ticks(largest)]
    assert len(set(words)) == len(words) > 1
    line, ranges = Line("Linie", ((0, 0), (1, largest))), [Range("Spanne", -largest, largest, 0, "")]
    for picture in (
        lines_picture([line], Axes((), euros)),
        ranges_picture(ranges, title="", legend="", words=euros, from_zero=False),
    ):
        said = [one for one in drawn(picture).said if one.endswith("\u00a0€")]
        assert len(set(said)) == len(said) >= 1


def test_where_all_values_are_the_same_all_places_are() -> None:
    assert [linear((3, 3), (10, 90))(value) for value in (3, 4)] == [10, 10]
    assert linear((0, 4), (10, 90))(1) == 30
