"""Section 1.13 of the specification: the words of a program's output without its screen control."""

import re

# What cannot continue a sequence ends it and is kept, so the last part of each may be missing.
TOKEN = re.compile(
    r"\x1b\[(?P<parameters>[0-?]*)(?P<between>[ -/]*)(?P<final>[@-~]?)"
    r"|\x1b[\]PX^_][^\x07\x1b\n]*(?:\x07|\x1b\\)?"
    r"|\x1b(?P<inside>[ -/]*)(?P<other>[0-~]?)"
    r"|(?P<move>[\n\r\b])"
    r"|(?P<words>[^\x00-\x08\x0a-\x1f\x7f]+)"
    r"|[\x00-\x1f\x7f]"
)
WIDE = re.compile(
    "[\u1100-\u115f\u231a\u231b\u2329\u232a\u23e9-\u23ec\u23f0\u23f3\u25fd\u25fe\u2614\u2615\u2648-\u2653\u267f"
    "\u2693\u26a1\u26aa\u26ab\u26bd\u26be\u26c4\u26c5\u26ce\u26d4\u26ea\u26f2\u26f3\u26f5\u26fa\u26fd\u2705\u270a"
    "\u270b\u2728\u274c\u274e\u2753-\u2755\u2757\u2795-\u2797\u27b0\u27bf\u2b1b\u2b1c\u2b50\u2b55\u2e80-\u303e"
    "\u3041-\u3247\u3250-\u4dbf\u4e00-\ua4c6\ua960-\ua97c\uac00-\ud7a3\uf900-\ufad9\ufe10-\ufe19\ufe30-\ufe6b"
    "\uff01-\uff60\uffe0-\uffe6\U00016fe0-\U0001b2fb\U0001f004\U0001f0cf\U0001f18e\U0001f191-\U0001f19a"
    "\U0001f200-\U0001f320\U0001f32d-\U0001f64f\U0001f680-\U0001f6fc\U0001f7e0-\U0001f7f0\U0001f900-\U0001f9ff"
    "\U0001fa70-\U0001faff\U00020000-\U0003fffd]"
)
LARGEST_GAP = 500
ALL_GAPS = 1_000_000
FARTHEST = 1_000_000_000
LONGEST_PARAMETERS = 100
# The second and later columns of a character that takes several.
REST = ""


def next_tab_stop(column):
    return (column // 8 + 1) * 8


def width_of(character, column):
    if character == "\t":
        return next_tab_stop(column) - column
    return 2 if WIDE.match(character) else 1


def put(row, column, character):
    """Puts the character at the column, which is at most the row's width. The column behind it."""
    end = column + width_of(character, column)
    for at in range(column, min(end, len(row))):
        break_up(row, at)
    row[column:end] = [character] + [REST] * (end - column - 1)
    return end


def break_up(row, column):
    """Makes spaces of the character that has this column and others."""
    start = column
    while row[start] == REST:
        start -= 1
    end = start + 1
    while end < len(row) and row[end] == REST:
        end += 1
    if end > start + 1:
        row[start:end] = [" "] * (end - start)


class Screen:
    """Rows of columns, each a list with a character for each column."""

    def __init__(self):
        self.rows = [[]]
        self.page = 0
        self.row = 0
        self.column = 0
        self.returned = False
        self.home = False
        self.saved = None
        self.gaps = 0

    def go_to(self, row, column):
        self.returned = self.home = False
        self.row = min(max(row, self.page), FARTHEST)
        self.column = min(max(column, 0), FARTHEST)

    def gap(self, asked, least):
        if asked > LARGEST_GAP or self.gaps + asked > ALL_GAPS:
            return least
        self.gaps += asked
        return asked

    def current(self):
        return self.rows[self.row] if self.row < len(self.rows) else None

    def print(self, words):
        if self.row >= len(self.rows):
            blank = self.gap(self.row - len(self.rows), 0)
            self.rows.extend([] for _ in range(blank + 1))
            self.row = len(self.rows) - 1
        row = self.rows[self.row]
        if self.returned:
            row.clear()
        self.returned = self.home = False
        for character in words:
            if character == "\t" and self.column < len(row):
                self.column = next_tab_stop(self.column)
                continue
            if self.column > len(row):
                row.extend(" " * self.gap(self.column - len(row), 1))
                self.column = len(row)
            self.column = put(row, self.column, character)

    def newline(self):
        self.go_to(self.row + 1, 0)
        if self.row == len(self.rows):
            self.rows.append([])

    def carriage_return(self):
        self.go_to(self.row, 0)
        self.returned = True

    def backspace(self):
        row = self.current()
        if self.returned and row is not None:
            row.clear()
        self.returned = self.home = False
        if row and self.column == len(row):
            while row.pop() == REST:
                pass
            self.column = len(row)
        else:
            self.column = max(0, self.column - 1)

    def save(self):
        self.saved = (self.row, self.column)

    def restore(self):
        if self.saved is not None:
            self.go_to(*self.saved)

    def begin_page(self):
        if self.rows[-1]:
            self.rows.append([])
        self.page = len(self.rows) - 1
        self.go_to(self.page, self.column)

    def erase_line(self, part):
        if part > 2:
            return
        self.returned = False
        row = self.current()
        if row is None:
            return
        if part == 0 and self.column < len(row):
            if row[self.column] == REST:
                break_up(row, self.column)
            del row[self.column :]
        elif part == 2 or part == 1 and self.column + 1 >= len(row):
            row.clear()
        elif part == 1 and self.gaps + self.column + 1 <= ALL_GAPS:
            self.gaps += self.column + 1
            if row[self.column + 1] == REST:
                break_up(row, self.column + 1)
            row[: self.column + 1] = [" "] * (self.column + 1)

    def erase_display(self, part):
        if part == 2 or part == 0 and self.home:
            self.begin_page()
        elif part == 0:
            self.erase_line(0)
            del self.rows[self.row + 1 :]

    def control(self, final, parameters):
        if len(parameters) > LONGEST_PARAMETERS:
            return
        if parameters in ("?47", "?1047", "?1049") and final in ("h", "l"):
            self.begin_page()
            self.column = 0
        if not re.fullmatch("[0-9;]*", parameters):
            return
        numbers = [min(int(digits or "0"), FARTHEST) for digits in parameters.split(";")]
        first = numbers[0]
        count = first or 1
        if final == "A":
            self.go_to(self.row - count, self.column)
        elif final in "Be":
            self.go_to(self.row + count, self.column)
        elif final in "Ca":
            self.go_to(self.row, self.column + count)
        elif final == "D":
            self.go_to(self.row, self.column - count)
        elif final == "E":
            self.go_to(self.row + count, 0)
        elif final == "F":
            self.go_to(self.row - count, 0)
        elif final in "G`":
            self.go_to(self.row, count - 1)
        elif final in "Hfd":
            column = self.column
            if final != "d":
                column = ((numbers[1] if len(numbers) > 1 else 0) or 1) - 1
            self.go_to(self.page + count - 1, column)
            self.home = count == 1 and column == 0
        elif final == "J":
            self.erase_display(first)
        elif final == "K":
            self.erase_line(first)
        elif final == "s" and parameters == "":
            self.save()
        elif final == "u" and parameters == "":
            self.restore()


def strip_controls(text):
    """The text without its sequences and controls; nothing moves."""
    kept = (token["words"] or token["move"] or "" for token in TOKEN.finditer(text))
    return "".join(kept).replace("\b", "")


def clean_terminal(text):
    screen = Screen()
    moves = {"\n": screen.newline, "\r": screen.carriage_return, "\b": screen.backspace}
    escapes = {"7": screen.save, "8": screen.restore}
    for token in TOKEN.finditer(text):
        if token["words"]:
            screen.print(token["words"])
        elif token["move"]:
            moves[token["move"]]()
        elif token["final"] and not token["between"]:
            screen.control(token["final"], token["parameters"])
        elif token["other"] in escapes and not token["inside"]:
            escapes[token["other"]]()
    return "\n".join("".join(row) for row in screen.rows)
