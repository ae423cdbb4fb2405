"""Chapter 2 of the specification, 2.12: the tables of a compaction. Each is in a list, empty where it has no rows."""

from paging import number_of

MOST_ROWS = 200
BAR = "\\|"
READS_HEAD = """## Files read before this summary

Read a file again for its content; recall shows a result by its id.

| Path | Lines | sha | Result |
|---|---|---|---|"""
CHANGES_HEAD = """## Files changed before this summary

| Path | sha | Result |
|---|---|---|"""


def table(head, rows, noun):
    """The newest rows, and how many others there are."""
    if not rows:
        return []
    shown = [f"| {' | '.join([path.replace('|', BAR), *cells])} |" for path, *cells in rows[-MOST_ROWS:]]
    left = len(rows) - MOST_ROWS
    are = "is" if left == 1 else "are"
    note = f"\n\n({number_of(left, f'earlier {noun}')} {are} not listed)" if left > 0 else ""
    return ["\n".join([head, *shown]) + note]


def reads_table(windows, kept):
    """The windows, by file, that do not stay."""
    all_windows = [window for of_file in windows.values() for window in of_file]
    rows = [
        (window.path, window.read_lines, window.read_sha, window.id)
        for window in sorted(all_windows, key=lambda window: window.step)
        if window.id.lower() not in kept
    ]
    return table(READS_HEAD, rows, "read")


def changes_table(changes, kept):
    """The last change of each file, where it does not stay."""
    rows = [(change["path"], change["sha"], change["id"]) for change in changes.values()]
    return table(CHANGES_HEAD, [row for row in rows if row[-1].lower() not in kept], "change")
