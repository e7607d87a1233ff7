"""What a dry run shows of a file: its lines, its sums, the names to decide about, and foreign money."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

from services.campaigns.costs.check import CheckedFile, CheckedLine, Remark
from services.campaigns.costs.imports.schemas import (
    CheckedRowOut,
    CheckTotalsOut,
    ChoosableOut,
    CurrencyOut,
    FileNameOut,
    OverlapOut,
    RemarkOut,
)
from services.campaigns.costs.lines import Amount
from services.campaigns.costs.rates import Rates
from services.campaigns.costs.similar import similar_campaigns
from services.campaigns.models import PlatformName
from services.core.table_reading.currency import EURO

MOST_SHOWN: Final = 1000
_MOST_NAMES: Final = 200
_MOST_COMPARED: Final = 25
"""For so many names similar campaigns are looked for; comparing takes time."""


def shown_lines(checked: CheckedFile) -> Sequence[CheckedLine]:
    """All lines where they are few; else those that want looking at before others, in their order in the file."""

    def is_plain(line: CheckedLine) -> bool:
        is_quiet = line.problem is None and line.notice is None and not line.is_left_out
        return is_quiet and line.key not in checked.overlaps

    first = sorted(checked.lines, key=lambda line: (line.problem is None, is_plain(line)))[:MOST_SHOWN]
    return sorted(first, key=lambda line: line.read.line)


def row_out(line: CheckedLine, checked: CheckedFile) -> CheckedRowOut:
    """One line as it is shown."""
    there = checked.overlaps.get(line.key) if line.key else None
    read = line.read
    return CheckedRowOut(
        line=read.line,
        name=read.campaign,
        campaign_id=line.campaign_id,
        campaign_name=line.campaign_name,
        day=read.day,
        cents=read.cents,
        currency=read.amount.currency if read.amount else EURO,
        amount=read.amount.hundredths if read.amount else None,
        clicks=read.clicks,
        impressions=read.impressions,
        problem=_remark(line.problem),
        notice=_remark(line.notice),
        overlaps=OverlapOut(cents=there.cents, import_id=there.import_id) if there else None,
        is_left_out=line.is_left_out,
        left_out=line.left_out,
    )


def _remark(remark: Remark | None) -> RemarkOut | None:
    return RemarkOut(code=remark.code, message=remark.message) if remark else None


def totals_out(checked: CheckedFile, skipped: int) -> CheckTotalsOut:
    """Counts and sums of the file."""
    credits = checked.credit_lines
    return CheckTotalsOut(
        lines=len(checked.lines),
        rows=len(checked.sums),
        cents=checked.cents,
        problems=checked.problems,
        notices=sum(line.notice is not None for line in checked.lines),
        overlaps=len(checked.overlaps),
        skipped=skipped,
        repeated=checked.repeated,
        left_out=checked.left_out,
        credits=len(credits),
        credit_cents=sum(line.read.cents or 0 for line in credits),
        clicks=_sum_of(of_day.clicks for of_day in checked.sums.values()),
        impressions=_sum_of(of_day.impressions for of_day in checked.sums.values()),
        clicked_cents=sum(of_day.cents for of_day in checked.sums.values() if of_day.clicks is not None),
    )


def _sum_of(counts: Iterable[int | None]) -> int | None:
    known = [count for count in counts if count is not None]
    return sum(known) if known else None


def choosable(checked: CheckedFile) -> list[ChoosableOut]:
    """The campaigns that a name may be said to mean, by name."""
    in_use = sorted(checked.finder.in_use.items(), key=lambda item: (item[1].casefold(), item[0]))
    return [ChoosableOut(id=id_, name=name) for id_, name in in_use]


def names_out(checked: CheckedFile) -> list[FileNameOut]:
    """The file's names that are unknown, ambiguous or remembered; those to decide about come first."""
    by_name: dict[str, list[CheckedLine]] = defaultdict(list)
    for line in checked.lines:
        if line.read.campaign.strip():
            by_name[line.read.campaign].append(line)
    found = [_name_out(name, lines, checked) for name, lines in by_name.items()]
    listed = sorted((one for one in found if one), key=lambda one: one.state not in {"unknown", "ambiguous"})
    open_names = [one for one in listed if one.state in {"unknown", "ambiguous"}]
    for one in open_names[:_MOST_COMPARED]:
        one.similar = similar_campaigns(one.name, checked.finder.spellings)
    return listed[:_MOST_NAMES]


def _name_out(name: str, lines: Sequence[CheckedLine], checked: CheckedFile) -> FileNameOut | None:
    finder = checked.finder
    known, ids = finder.recall(name), finder.find(name)
    if known is None and len(ids) == 1:
        return None
    return FileNameOut.model_validate(
        {
            "name": name,
            "lines": len(lines),
            "cents": sum(line.read.cents or 0 for line in lines),
            "state": _name_state(known, ids),
            "name_id": known.id if known else None,
            "campaign_id": known.campaign_id if known else None,
            "campaign_name": finder.names.get(known.campaign_id or 0) if known else None,
            "similar": [],
        }
    )


def _name_state(known: PlatformName | None, ids: Sequence[int]) -> str:
    if known is None:
        return "ambiguous" if ids else "unknown"
    return "remembered" if known.campaign_id else "left_out"


def currencies_out(checked: CheckedFile, rates: Rates) -> list[CurrencyOut]:
    """Foreign money of the lines that count, by currency."""
    amounts: dict[str, list[Amount]] = defaultdict(list)
    for line in checked.lines:
        amount = line.read.amount
        if amount and amount.currency != EURO and not line.is_left_out:
            amounts[amount.currency].append(amount)
    found = []
    for currency, of_currency in sorted(amounts.items()):
        whole, rate = sum(amount.hundredths for amount in of_currency), rates.get(currency)
        found.append(
            CurrencyOut(
                currency=currency,
                lines=len(of_currency),
                amount=whole,
                cents=sum(amount.cents or 0 for amount in of_currency) if rate else None,
                whole_cents=rate.euro_cents(whole) if rate else None,
            )
        )
    return found
