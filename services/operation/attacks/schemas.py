"""Responses about attacks."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel

from services.attacks.kinds import Group
from services.attacks.tally import MOST_CALLERS
from services.operation.attacks.board import BlockFigures, Board, Bucket, Line, rush_words

GroupName = Literal["sign_ins", "refusals", "foreign", "violations", "shed", "reserve"]


class AttackBucketOut(BaseModel):
    """Counts of an hour or of a day in Berlin."""

    begins_at: datetime
    sign_ins: int
    refusals: int
    foreign: int
    violations: int
    shed: int
    reserve: int


class AttackLineOut(BaseModel):
    """What was counted of one kind within a day, violations within a week. `networks`: of how many different ones it
    came, null where that is not counted. `setting`: the one that is about it.
    """

    label: str
    calls: int
    networks: int | None
    has_more_networks: bool
    setting: str | None


class AttackBlockOut(BaseModel):
    """One block, in German. `raised_from`: calls of an hour from which the administration is told; null: it is not.
    `words` are about its figures, and empty where the figures say all.
    """

    name: GroupName
    title: str
    last_hour: int
    last_day: int
    raised_from: int | None
    is_raised: bool
    quiet: str
    words: str
    means: str
    does: str
    helps: str
    lines: list[AttackLineOut]


class AttacksOut(BaseModel):
    """The board. `hours` are the last 24, `days` the last 30; the last of each is the one that has begun."""

    is_raised: bool
    hours: list[AttackBucketOut]
    days: list[AttackBucketOut]
    data: list[AttackBlockOut]


def attacks_out(found: Board) -> AttacksOut:
    """The page."""
    return AttacksOut(
        is_raised=any(block.is_raised for block in found.blocks),
        hours=[_bucket_out(one) for one in found.hours],
        days=[_bucket_out(one) for one in found.days],
        data=[_block_out(one, found) for one in found.blocks],
    )


def _bucket_out(bucket: Bucket) -> AttackBucketOut:
    return AttackBucketOut(begins_at=bucket.begins_at, **{group.value: bucket.calls[group] for group in Group})


def _block_out(figures: BlockFigures, found: Board) -> AttackBlockOut:
    block = figures.block
    return AttackBlockOut(
        name=figures.group.value,
        title=block.title,
        last_hour=figures.last_hour,
        last_day=figures.last_day,
        raised_from=figures.raised_from,
        is_raised=figures.is_raised,
        quiet=block.quiet,
        words=rush_words(found.rush) if figures.group is Group.RESERVE else "",
        means=block.means,
        does=block.does,
        helps=block.helps,
        lines=[_line_out(line) for line in figures.lines],
    )


def _line_out(line: Line) -> AttackLineOut:
    return AttackLineOut(
        label=line.label,
        calls=line.calls,
        networks=line.networks or None,
        has_more_networks=line.networks >= MOST_CALLERS,
        setting=f"VOLTIGO_{line.setting}" if line.setting else None,
    )
