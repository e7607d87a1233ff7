"""Counts what a person does: clicks and keys, not the letters and digits of what they write."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Locator, Page


class Recorder:
    """One clerk's hands. `steps` counts each click and each key; what is written counts as nothing."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.steps = 0
        self._is_keyboard_alone = False

    def click(self, target: Locator) -> None:
        assert not self._is_keyboard_alone, "the mouse lies still"
        target.click()
        self.steps += 1

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.steps += 1

    def write(self, text: str) -> None:
        self.page.keyboard.type(text)

    @contextmanager
    def by_keyboard(self) -> Iterator[None]:
        """Within it a click fails the test."""
        self._is_keyboard_alone = True
        yield
        self._is_keyboard_alone = False

    def taken(self) -> int:
        """The steps since the last time it was asked."""
        steps, self.steps = self.steps, 0
        return steps
