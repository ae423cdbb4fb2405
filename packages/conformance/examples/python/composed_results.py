"""Chapter 6 of the specification, 6.3 and 6.5: the lines of a result, and reading one that was composed."""

import re
from typing import List, NamedTuple, Optional

import text
from known_lines import BLOCK, Line, Stretch, numbered_lines, placed_lines, stretches_of

SEPARATORS = ["\u2192", "\t", ": ", "| ", ":", "|"]
MARK = re.compile(
    r"\[(?:lines ([0-9]{1,15})-([0-9]{1,15})|([0-9]{1,15}) lines) same as lines ([0-9]{1,15})-([0-9]{1,15}) of "
    r'(?:"([^"]+)" in the call of )?(#[0-9a-f]{6,64})(?:, from ".*")?\]',
    re.DOTALL,
)


class Row(NamedTuple):
    """A line of a result as one text: of one of its texts, or in the place of another block."""

    text: str
    piece: int
    is_text: bool


class Mark(NamedTuple):
    count: int
    number: Optional[int]
    id: str
    argument: str
    first: int


class Form(NamedTuple):
    """How a text writes the numbers of its lines."""

    separator: str
    width: int

    def write(self, number, line):
        return f"{str(number).rjust(self.width)}{self.separator}{line}"


class Composed(NamedTuple):
    """A composed result, read without its head."""

    restored: List
    # What it prints, and what of it can be looked up.
    stretches: List[Stretch]
    shown: List[Stretch]
    marks: int


def rows_of(pieces):
    rows = []
    for index, piece in enumerate(pieces):
        if not isinstance(piece, str):
            rows.append(Row(f"[{piece[0]}]", index, False))
        elif not text.is_blank(piece):
            rows += [Row(line, index, True) for line in text.lines_of(piece)]
    return rows


def read_lines(rows):
    """6.3: the lines of a text with their numbers, and how it writes them where it does."""
    for separator in SEPARATORS:
        lines = numbered_lines(rows, separator)
        if lines and any(len(stretch.lines) >= BLOCK for stretch in stretches_of(lines, [(0, len(lines))])):
            numbered = [(row, line) for row, line in zip(rows, lines) if line.number is not None]
            row, line = numbered[0]
            form = Form(separator, len(row) - len(line.text) - len(separator))
            if all(form.write(line.number, line.text) == row for row, line in numbered):
                return lines, form
            break
    return placed_lines(rows), None


def read_mark(row):
    """6.5: the mark that a row is; None where it has not the form of one."""
    found = MARK.fullmatch(row)
    if not found:
        return None
    number, last, own, first, end, argument, result_id = found.groups()
    count = int(end) - int(first) + 1
    here = int(own) if number is None else int(last) - int(number) + 1
    if count < 1 or here != count:
        return None
    return Mark(count, None if number is None else int(number), result_id, argument or "", int(first))


def guess_form(rows):
    """How most rows that have a number write it, filled up as the first of these does."""
    best, most = None, 0
    for separator in SEPARATORS:
        widths = [
            number.end()
            for number in (re.match(" *[0-9]{1,15}(?=[\u2192\t:|])", row) for row in rows)
            if number and number.string.startswith(separator, number.end())
        ]
        if len(widths) > most:
            best, most = Form(separator, widths[0]), len(widths)
    return best


class Sources:
    """The lines of each result, and of each text argument of its call."""

    def __init__(self):
        self.shown = {}

    def add(self, result_id, argument, stretches):
        self.shown.setdefault((result_id, argument), []).extend(stretches)

    def lines_of(self, mark):
        for stretch in self.shown.get((mark.id, mark.argument), []):
            start = mark.first - stretch.number
            if 0 <= start and start + mark.count <= len(stretch.lines):
                return stretch.lines[start : start + mark.count]
        return None


def lines_behind(texts, sources):
    """For each row of each text that is a mark: the mark, and the rows in its place, None where they are not there."""
    rows = [words.split("\n") for words in texts]
    form = guess_form([row for own in rows for row in own if not read_mark(row)])
    found = []
    for own in rows:
        marks = {}
        for at, row in enumerate(own):
            mark = read_mark(row)
            lines = mark and sources.lines_of(mark)
            if lines and mark.number is not None:
                numbers = range(mark.number, mark.number + mark.count)
                lines = [form.write(number, line) for number, line in zip(numbers, lines)] if form else None
            if mark:
                marks[at] = (mark, lines)
        found.append(marks)
    return found


def undo(words, marks):
    rows = words.split("\n")
    shown = [marks[at][1] if at in marks and marks[at][1] else [row] for at, row in enumerate(rows)]
    return "\n".join(row for lines in shown for row in lines)


def unmark(pieces, sources):
    texts = [piece if isinstance(piece, str) else "" for piece in pieces]
    undone = [undo(words, marks) for words, marks in zip(texts, lines_behind(texts, sources))]
    return [one if isinstance(piece, str) else piece for piece, one in zip(pieces, undone)]


def elided_form(result_id):
    """What the elided line of a result looks like."""
    return re.compile(r"\[([0-9]{1,15}) lines elided, full output " + result_id + r"\]")


def read_composed(pieces, result_id, sources):
    """6.5: what a result was, what it prints, and how many marks it has."""
    texts = [piece if isinstance(piece, str) else "" for piece in pieces]
    behind = lines_behind(texts, sources)
    marks = [mark for own in behind for mark in own.values()]
    restored = unmark(pieces, sources)
    rows = rows_of(pieces)
    elided = elided_form(result_id)
    gaps = [at for at, row in enumerate(rows) if row.is_text and elided.fullmatch(row.text)]
    gap = gaps[0] if gaps else None
    if len(gaps) > 1 or (gaps and len(pieces) > 1):
        return Composed(restored, [], [], len(marks))

    # How many lines of the whole each row stands for, and whether it is itself one of them.
    weights, starts = [], {}
    for at, row in enumerate(rows):
        starts.setdefault(row.piece, at)
        marked = behind[row.piece].get(at - starts[row.piece])
        is_cut = gap is not None and (
            (at == gap - 1 and row.text.endswith(" […cut]")) or (at == gap + 1 and row.text.startswith("[cut…] "))
        )
        if marked:
            weights.append((marked[0].count, False))
        elif at == gap:
            weights.append((int(elided.fullmatch(row.text)[1]), False))
        else:
            weights.append((1, row.is_text and not is_cut))

    runs, place = [], 0
    for at, (count, is_printed) in enumerate(weights):
        if is_printed and runs and runs[-1][1] == at and rows[at].piece == rows[at - 1].piece:
            runs[-1][1] += 1
        elif is_printed:
            runs.append([at, at + 1, place])
        place += count

    if gap is None and all(lines for _, lines in marks):
        lines, _ = read_lines([row.text for row in rows_of(restored)])
        ranges = [(place, place + end - start) for start, end, place in runs]
        return Composed(restored, stretches_of(lines, ranges), stretches_of(lines, [(0, len(lines))]), len(marks))
    shown = [row.text for row in rows]
    if any(mark.number is not None for mark, _ in marks):
        form = guess_form([row for row, (_, is_printed) in zip(shown, weights) if is_printed])
    else:
        _, form = read_lines(shown)
    numbered = form and numbered_lines(shown, form.separator)
    if numbered:
        printed = stretches_of(numbered, [(start, end) for start, end, _ in runs])
        return Composed(restored, printed, stretches_of(numbered, [(0, len(numbered))]), len(marks))
    stretches = [Stretch(place + 1, shown[start:end]) for start, end, place in runs]
    return Composed(restored, stretches, stretches, len(marks))
