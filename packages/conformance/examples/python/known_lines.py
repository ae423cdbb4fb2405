"""Chapter 2 of the specification, 2.20 and 2.25: runs of lines that the conversation shows already."""

import re
from typing import List, NamedTuple, Optional

import text

BLOCK = 8
RUN_CHARACTERS = 200
QUOTED_CHARACTERS = 30
WORDS = ["error", "fail", "exception", "panic", "fatal", "traceback", "not ok"]
SIGNS = "\u2717\u2718\u2716\u00d7"
TO_LOWER = {ord(letter): letter.lower() for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


class Line(NamedTuple):
    """A line of a stored text: what is compared, and its number; None where it has none."""

    text: str
    number: Optional[int]


class Stretch(NamedTuple):
    """Lines of a result that stand one after the other with consecutive numbers, from `number` on."""

    number: int
    lines: List[str]


class Printed(NamedTuple):
    """What a result prints; `file` is the key of the file that its lines are of, if they are of one."""

    id: str
    file: Optional[str]
    stretches: List[Stretch]


class Run(NamedTuple):
    """Lines `at` to `at + count - 1` of a text, which are known from a result, where they begin at `number`."""

    at: int
    count: int
    id: str
    number: int
    in_place: bool


def is_alert(line):
    lower = line.translate(TO_LOWER)
    return any(word in lower for word in WORDS) or any(sign in line for sign in SIGNS)


def placed_lines(lines, first=1):
    return [Line(line, number) for number, line in enumerate(lines, first)]


def numbered_lines(lines, separator):
    """2.25: the lines of a text that numbers them itself; None where it is as if it did not."""
    found = []
    for line in lines:
        number = re.match(" *([0-9]{1,15})(?![0-9])", line)
        if number and line.startswith(separator, number.end()):
            found.append(Line(line[number.end() + len(separator) :], int(number[1])))
        else:
            found.append(Line(line, None))
    numbers = [line.number for line in found if line.number is not None]
    rising = all(one < other for one, other in zip(numbers, numbers[1:]))
    return found if numbers and rising else None


def goes_on(lines, at):
    """Whether the line after `at` stands in one stretch with it."""
    here, after = lines[at].number, lines[at + 1].number
    return here is not None and after is not None and after == here + 1


def stretches_of(lines, ranges):
    """The stretches of the lines in the ranges."""
    stretches = []
    for start, end in ranges:
        for at in range(start, end):
            if lines[at].number is None:
                continue
            if at > start and goes_on(lines, at - 1):
                stretches[-1].lines.append(lines[at].text)
            else:
                stretches.append(Stretch(lines[at].number, [lines[at].text]))
    return stretches


def outside(count, taken):
    """The ranges of lines that are in none of the taken ones."""
    ranges, start = [], 0
    for first, end in [*taken, (count, count)]:
        if first > start:
            ranges.append((start, first))
        start = end
    return ranges


def blocks_in(printed, block):
    """Where a result has lines equal to these, from the one furthest up on."""
    for stretch in printed.stretches:
        for at in range(len(stretch.lines) - BLOCK + 1):
            if stretch.lines[at : at + BLOCK] == block:
                yield stretch, at


def choose_block(results, block, number, file):
    """The block that a run begins with; results are oldest first."""
    newest_first = results[::-1]
    for printed in newest_first:
        if file is not None and printed.file == file:
            for stretch, at in blocks_in(printed, block):
                if stretch.number + at == number:
                    return printed, stretch, at, True
    for printed in newest_first:
        for stretch, at in blocks_in(printed, block):
            return printed, stretch, at, False
    return None


def find_runs(lines, ranges, results, file=None, with_alerts=True):
    """The runs of the lines in the ranges, in order. Alerts are in none where `with_alerts` is false."""
    runs = []

    def is_next(at, end):
        return at < end and goes_on(lines, at - 1) and (with_alerts or not is_alert(lines[at].text))

    def run_at(start, end):
        """The run that begins at a line; None where none does."""
        first = lines[start]
        if first.number is None or (not with_alerts and is_alert(first.text)):
            return None
        if not all(is_next(at, end) for at in range(start + 1, start + BLOCK)):
            return None
        block = [line.text for line in lines[start : start + BLOCK]]
        found = choose_block(results, block, first.number, file)
        if found is None:
            return None
        printed, stretch, at, in_place = found
        count = BLOCK
        while (
            is_next(start + count, end)
            and at + count < len(stretch.lines)
            and lines[start + count].text == stretch.lines[at + count]
        ):
            count += 1
        if len("\n".join(line.text for line in lines[start : start + count])) < RUN_CHARACTERS:
            return None
        return Run(start, count, printed.id, stretch.number + at, in_place)

    for start, end in ranges:
        at = start
        while at < end:
            run = run_at(at, end)
            if run is None:
                at += 1
            else:
                runs.append(run)
                at += run.count
    return runs


def call_lines(lines, texts):
    """2.28: the lines of a content that stand in the texts of a call: the number of the first, and the lines."""
    in_call = [
        Printed(f"text {place}", None, [Stretch(1, text.lines_of(each))]) for place, each in enumerate(texts)
    ]
    runs = find_runs(placed_lines(lines), [(0, len(lines))], in_call)
    return [(run.at + 1, lines[run.at : run.at + run.count]) for run in runs]


def mark_of(run, lines, names_lines):
    """What stands in the place of a run; `names_lines` where its lines have numbers that a reader knows."""
    shown = lines[run.at : run.at + run.count]
    what = f"lines {shown[0].number}-{shown[-1].number}" if names_lines else f"{run.count} lines"
    if run.in_place:
        return f"[{what} as in {run.id}]"
    worded = [line.text for line in shown if not text.is_blank(line.text)]
    ends = [worded[0], worded[-1]] if len(worded) > 1 else worded
    quoted = [f'"{text.label(line, QUOTED_CHARACTERS)}"' for line in ends]
    words = f", from {' to '.join(quoted)}" if quoted else ""
    return f"[{what} same as lines {run.number}-{run.number + run.count - 1} of {run.id}{words}]"


class MarkedText(NamedTuple):
    """The rows that stand in the place of the lines of a text, some of which are marks."""

    rows: List[str]
    # Which lines each row stands for.
    ranges: List[tuple]
    runs: List[Run]

    @property
    def marks(self):
        """How many lines each row that is a mark stands for, by the row."""
        starts = {run.at: run.count for run in self.runs}
        return {row: starts[start] for row, (start, _) in enumerate(self.ranges) if start in starts}


def mark_lines(rows, lines, ranges, runs, names_lines):
    """The text of the rows in the ranges, with marks."""
    marked = MarkedText([], [], runs)
    by_start = {run.at: run for run in runs}
    for start, end in ranges:
        at = start
        while at < end:
            run = by_start.get(at)
            marked.rows.append(mark_of(run, lines, names_lines) if run else rows[at])
            marked.ranges.append((at, at + (run.count if run else 1)))
            at = marked.ranges[-1][1]
    return marked
