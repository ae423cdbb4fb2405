"""Chapter 2 of the specification, 2.4 and 2.5: which lines a read or a recall shows."""

import math
import re
from typing import NamedTuple, Optional

import text
import values

GREATEST = text.GREATEST


def read_number(value):
    """A whole number that a model sent; None where it is no number."""
    if isinstance(value, str) and re.fullmatch("[0-9]+", text.trim(value)):
        digits = text.trim(value).lstrip("0")
        return GREATEST if len(digits) > 16 else min(int(digits or "0"), GREATEST)
    number = values.finite_of(value)
    return None if number is None else min(math.floor(number), GREATEST)


def read_from_one(value, default):
    number = read_number(value)
    return default if number is None or number < 1 else number


def number_of(count, noun):
    """2.2: a count without commas."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


class Bounds(NamedTuple):
    lines: int
    characters: int


class Request(NamedTuple):
    """The lines that a model asks for."""

    offset: int
    limit: int
    column: int

    @classmethod
    def of(cls, step, bounds):
        return cls(
            read_from_one(step.get("offset"), 1),
            read_from_one(step.get("limit"), bounds.lines),
            read_from_one(step.get("column"), 1),
        )

    def past_end(self, lines):
        """The message about a place that is not there; None where it is."""
        if self.offset > len(lines):
            return f"Offset {self.offset} is past the end: {number_of(len(lines), 'line')}."
        characters = len(lines[self.offset - 1])
        if 1 < self.column > characters:
            return (
                f"Column {self.column} is past the end of line {self.offset}: "
                f"{number_of(characters, 'character')}."
            )
        return None


class Page(NamedTuple):
    """What is shown: the lines first to last or, where next_column is a number, a part of the first alone."""

    first: int
    last: int
    body: str
    next_column: Optional[int]


def make_page(lines, request, budget, numbered, measure=len):
    """The page of a request whose place is there; each line begins with its number where they are numbered."""
    first = request.offset
    shown = [lines[first - 1][request.column - 1 :], *lines[first : first + request.limit - 1]]
    if numbered:
        shown = [f"{number}: {line}" for number, line in enumerate(shown, first)]
    before = len(f"{first}: ") if numbered else 0
    fitting = text.count_fitting(shown, len(shown), budget, measure)
    if fitting == 0 and len(shown[0]) - before <= 1:
        fitting = 1
    if fitting > 0:
        return Page(first, first + fitting - 1, "\n".join(shown[:fitting]), None)
    cut = len(text.cut_line(shown[0], budget, measure))
    # One character of the line at least, so that reading on ends.
    body = text.first_characters(shown[0], max(cut, before + 1))
    return Page(first, first, body, request.column + len(body) - before)
