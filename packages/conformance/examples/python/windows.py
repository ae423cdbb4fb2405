"""Chapter 2 of the specification, 2.6, 2.14 and 2.15: what a conversation shows of files."""

from typing import NamedTuple, Tuple


class Window(NamedTuple):
    """Lines first to last of a content, both 0 where it is empty; left by a read, and perhaps moved by edits."""

    step: int
    id: str
    path: str
    read_lines: str
    read_sha: str
    digest: str
    first: int
    last: int
    edits: Tuple[str, ...] = ()

    @property
    def sources(self):
        return [self.id, *self.edits]


def path_key(path):
    """Equal for the paths of one file."""
    kept = "/".join(segment for segment in path.split("/") if segment not in ("", "."))
    return f"/{kept}" if path.startswith("/") else kept


def follow_edit(window, edit_id, digest, changes):
    """The window as it is after an edit; None where no line of it is left."""
    start, end = window.first - 1, window.last
    touching = [change for change in changes if change.old_end > start and change.old_start < end]
    moved = sum(change.growth for change in changes if change.old_end <= start)
    grown = sum(change.growth for change in touching)
    new_start = min([start + moved, *(change.new_start for change in touching)])
    new_end = max([end + moved + grown, *(change.new_end for change in touching)])
    if window.last == 0 or new_start >= new_end:
        return None
    return window._replace(digest=digest, first=new_start + 1, last=new_end, edits=(*window.edits, edit_id))


def find_cover(windows, first, last, with_union):
    """The windows, oldest first, that a stub of these lines names; none where the read is to be whole."""
    holding = [window for window in windows if window.first <= first and last <= window.last]
    if holding:
        return holding[-1:]
    return find_union(windows, first, last) if with_union else []


def find_union(windows, first, last):
    taken = []
    while first <= last:
        holding = [window for window in windows if not window.edits and window.first <= first <= window.last]
        if not holding:
            return []
        taken.append(max(holding, key=lambda window: (window.last, window.step)))
        first = taken[-1].last + 1
    return taken


def join_names(names):
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def describe_cover(cover):
    """What a stub says of the windows that it stands for."""
    window = cover[0]
    if window.edits:
        edits = "edit" if len(window.edits) == 1 else "edits"
        return (
            f"Unchanged since {window.edits[-1]}: what {window.id} shows, "
            f"with the {edits} {join_names(window.edits)}."
        )
    first, last = min(window.first for window in cover), max(window.last for window in cover)
    names = list(dict.fromkeys(window.id for window in cover))
    show = "which already shows" if len(names) == 1 else "which already show"
    return f"Unchanged since {join_names(names)}, {show} lines {first}-{last}."
