"""Chapter 2 of the specification, 2.8 and 2.9: the hunks of a unified diff."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from itertools import groupby, takewhile, zip_longest
from typing import NamedTuple

MOST_EDITS = 500
CONTEXT = 3
LONG_LINE = 1000
AROUND = 100
NO_NEWLINE = "\\ No newline at end of file"


class Change(NamedTuple):
    """Lines that go and lines that come in their place, counted from 0, each end not included."""

    old_start: int
    old_end: int
    new_start: int
    new_end: int

    @property
    def growth(self):
        return (self.new_end - self.new_start) - (self.old_end - self.old_start)


def lines_with_newlines(text):
    *ended, last = text.split("\n")
    return [line + "\n" for line in ended] + ([last] if last else [])


def find_common(old, new):
    """The places in both of a longest common subsequence; None where more than MOST_EDITS would go and come.

    This is Myers' greedy search: furthest[k] is how far into old the search came on the diagonal old - new = k.
    """
    furthest = {1: 0}
    history = []
    for edits in range(MOST_EDITS + 1):
        history.append(furthest.copy())
        for diagonal in range(-edits, edits + 1, 2):
            at = step_to(diagonal, edits, furthest)
            while at < len(old) and at - diagonal < len(new) and old[at] == new[at - diagonal]:
                at += 1
            furthest[diagonal] = at
            if at >= len(old) and at - diagonal >= len(new):
                return walk_back(history, at, diagonal)
    return None


def step_to(diagonal, edits, furthest):
    """Where the search comes to a diagonal: by a line that comes, or by one that goes."""
    if diagonal == -edits or (diagonal != edits and furthest[diagonal - 1] < furthest[diagonal + 1]):
        return furthest[diagonal + 1]
    return furthest[diagonal - 1] + 1


def walk_back(history, at, diagonal):
    common = []
    for edits in range(len(history) - 1, -1, -1):
        furthest = history[edits]
        came = step_to(diagonal, edits, furthest)
        common += [(place, place - diagonal) for place in range(at - 1, came - 1, -1)]
        by_one_more = came == furthest.get(diagonal + 1)
        diagonal += 1 if by_one_more else -1
        at = came if by_one_more else came - 1
    return common[::-1]


def unique_places(numbers):
    counts = Counter(numbers)
    return {number: place for place, number in enumerate(numbers) if counts[number] == 1}


def find_anchors(old, new):
    """2.9: the places of a longest run of lines that are unique on both sides, in the same order on both."""
    new_places = unique_places(new)
    # Of the runs of each length so far, the one that ends furthest up in new; each knows the run that it continues.
    ends, runs = [], []
    for number, place in unique_places(old).items():
        if number in new_places:
            length = bisect_left(ends, new_places[number])
            ends[length : length + 1] = [new_places[number]]
            runs[length : length + 1] = [(place, new_places[number], runs[length - 1] if length else None)]
    anchors = []
    run = runs[-1] if runs else None
    while run:
        old_at, new_at, run = run
        anchors.append((old_at, new_at))
    return anchors[::-1]


def find_around_anchors(old, new):
    """2.9: the anchors, and the equal lines next to them."""
    anchors = find_anchors(old, new)
    common = []
    old_at = new_at = 0
    for place, (old_end, new_end) in enumerate([*anchors, (len(old), len(new))]):
        forward = count_equal(old[old_at:old_end], new[new_at:new_end]) if place > 0 else 0
        common += [(old_at + step, new_at + step) for step in range(forward)]
        old_at, new_at = old_at + forward, new_at + forward
        if place < len(anchors):
            back = count_equal(old[old_at:old_end][::-1], new[new_at:new_end][::-1])
            common += [(old_end - step, new_end - step) for step in range(back, -1, -1)]
        old_at, new_at = old_end + 1, new_end + 1
    return common


def count_equal(old, new):
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new)))


def find_changes(old, new):
    """2.9: the changes between two lists of lines."""
    start = count_equal(old, new)
    end = count_equal(old[start:][::-1], new[start:][::-1])
    old_end, new_end = len(old) - end, len(new) - end
    # Numbers in the place of lines: the search compares each of them many times.
    numbers = {line: number for number, line in enumerate({*old[start:old_end]} & {*new[start:new_end]})}
    old_places = [place for place in range(start, old_end) if old[place] in numbers]
    new_places = [place for place in range(start, new_end) if new[place] in numbers]
    old_numbers = [numbers[old[place]] for place in old_places]
    new_numbers = [numbers[new[place]] for place in new_places]
    common = find_common(old_numbers, new_numbers)
    if common is None:
        common = find_around_anchors(old_numbers, new_numbers)
    equal = [(old_places[old_at], new_places[new_at]) for old_at, new_at in common]

    changes = []
    at = (start, start)
    for old_at, new_at in [*equal, (old_end, new_end)]:
        if at != (old_at, new_at):
            changes.append(Change(at[0], old_at, at[1], new_at))
        at = (old_at + 1, new_at + 1)
    return changes


def group_changes(changes):
    """The changes of each hunk."""
    groups = []
    for change in changes:
        if groups and change.old_start - groups[-1][-1].old_end <= 2 * CONTEXT:
            groups[-1].append(change)
        else:
            groups.append([change])
    return groups


def signed(sign, line, shown):
    yield sign + shown
    if not line.endswith("\n"):
        yield NO_NEWLINE


def stretch(line, start, end):
    """2.8: of a line above LONG_LINE what stands between its first `start` and its last `end` characters, and around."""
    if len(line) <= LONG_LINE:
        return line
    before, after = line[:start], line[len(line) - end :]
    left = f"[cut…] {before[-AROUND:]}" if len(before) > AROUND else before
    right = f"{after[:AROUND]} […cut]" if len(after) > AROUND else after
    return left + line[start : len(line) - end] + right


def show_changed(removed, added):
    """2.8: two lines, of which one came in the place of the other, as they are shown."""
    start = count_equal(removed, added)
    end = count_equal(removed[start:][::-1], added[start:][::-1])
    return stretch(removed, start, end), stretch(added, start, end)


def show_equal(line):
    return line if len(line) <= LONG_LINE else f"{line[:AROUND]} […cut]"


def change_rows(removed, added, is_shown):
    """The lines of one change: all that go before all that come."""
    goes, comes = [], []
    for old, new in zip_longest(removed, added):
        shown_old, shown_new = (line and line.removesuffix("\n") for line in (old, new))
        if is_shown and old is not None and new is not None:
            shown_old, shown_new = show_changed(shown_old, shown_new)
        goes += [] if old is None else signed("-", old, shown_old)
        comes += [] if new is None else signed("+", new, shown_new)
    return [*goes, *comes]


def range_of(start, end):
    return f"{start + 1},{end - start}" if end > start else "0,0"


def hunk(old, new, changes, is_shown):
    """The lines of one hunk: as they are, or as they are shown."""
    before = min(CONTEXT, changes[0].old_start)
    after = min(CONTEXT, len(old) - changes[-1].old_end)
    start, end = changes[0].old_start - before, changes[-1].old_end + after
    new_range = range_of(changes[0].new_start - before, changes[-1].new_end + after)

    def equal_rows(lines):
        for line in lines:
            words = line.removesuffix("\n")
            yield from signed(" ", line, show_equal(words) if is_shown else words)

    yield f"@@ -{range_of(start, end)} +{new_range} @@"
    at = start
    for change in changes:
        yield from equal_rows(old[at : change.old_start])
        removed, added = old[change.old_start : change.old_end], new[change.new_start : change.new_end]
        yield from change_rows(removed, added, is_shown)
        at = change.old_end
    yield from equal_rows(old[at:end])


def unified_diff(before, after, is_shown=False):
    """The diff; or, of its long lines, what is shown."""
    old, new = lines_with_newlines(before), lines_with_newlines(after)
    groups = group_changes(find_changes(old, new))
    return "\n".join(line for changes in groups for line in hunk(old, new, changes, is_shown))


MOST_CHANGES = 8


def describe_change(change):
    """2.23: the lines that come, by their numbers, and what they are."""
    goes, comes = change.old_end - change.old_start, change.new_end - change.new_start
    lines_gone = f"{goes} line" if goes == 1 else f"{goes} lines"
    if comes == 0:
        return f"{lines_gone} removed after line {change.new_start}"
    first, last = change.new_start + 1, change.new_end
    lines = f"line {first}" if comes == 1 else f"lines {first}-{last}"
    if goes == 0:
        return f"{lines} added"
    return f"{lines} changed" if goes == comes else f"{lines} in place of {lines_gone}"


def describe_changes(before, after):
    changes = find_changes(lines_with_newlines(before), lines_with_newlines(after))
    more = [f"{len(changes) - MOST_CHANGES} more"] if len(changes) > MOST_CHANGES else []
    return f"Edited: {'; '.join([*map(describe_change, changes[:MOST_CHANGES]), *more])}."


def read_diff(diff):
    """The changes that a diff shows, each with the lines that come."""
    found = []
    old = new = 0
    lines = [line for line in diff.split("\n") if line != NO_NEWLINE]
    for sign, run in groupby(lines, lambda line: line[0].replace("-", "+")):
        shown = list(run)
        if sign == "@":
            old, new = (max(0, int(first) - 1) for first in re.findall("[-+]([0-9]+),", shown[0]))
        elif sign == " ":
            old, new = old + len(shown), new + len(shown)
        else:
            comes = [line[1:] for line in shown if line[0] == "+"]
            change = Change(old, old + len(shown) - len(comes), new, new + len(comes))
            found.append((change, comes))
            old, new = change.old_end, change.new_end
    return found


def patch_lines(known, diff):
    """Lines of a text, by their numbers, as they are after a diff."""
    patched = {}
    changes = read_diff(diff)
    ends = [change.old_end for change, _ in changes]
    for number, line in known.items():
        before = bisect_right(ends, number - 1)
        moved = changes[before - 1][0].new_end - ends[before - 1] if before > 0 else 0
        if before == len(changes) or number <= changes[before][0].old_start:
            patched[number + moved] = line
    for change, comes in changes:
        patched.update(enumerate(comes, change.new_start + 1))
    return patched
