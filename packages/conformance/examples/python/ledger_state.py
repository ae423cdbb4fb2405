"""What a ledger of chapter 2 of the specification knows, made from the entries of its journal (2.17) alone.

An entry is of one of four kinds: `result`, `forget`, `compact` and `rewind`. Decisions are in the entries: that of a
result has its stored text, or the results that a stub stands for, or what a recall found; and the content that it
brings of a file, the window that it leaves, and the call whose latest result it is.
"""

from collections import OrderedDict

import text
from diff import patch_lines, read_diff
from windows import Window, follow_edit


def numbered_lines(stored):
    """The lines of a read's stored text, by their numbers."""
    return {int(number): line for number, line in (shown.split(": ", 1) for shown in text.lines_of(stored))}


class LedgerState:
    """Each id that is a key, or is in a set, is in lower-case."""

    def __init__(self, keep_chars=None):
        self.keep_chars = keep_chars
        self.timeline = []
        self.results = {}
        self.windows = {}
        self.changes = {}
        self.latest = {}
        self.images = {}
        # Of the stored texts that keep_chars is about, oldest first.
        self.lengths = OrderedDict()
        self.characters = 0
        self.dropped = set()
        self.forgotten = set()

    def after(self, entry):
        """The state after one more entry; this one changes, too."""
        if entry["kind"] == "rewind":
            return self.rewound(entry["id"])
        self.timeline.append(entry)
        if entry["kind"] == "result":
            self.add_result(entry)
        elif entry["kind"] == "forget":
            self.forget(entry["ids"])
        else:
            self.compact(set(entry["kept"]))
        return self

    def add_result(self, entry):
        result_id = entry["id"]
        self.results[result_id.lower()] = entry
        if "file" in entry:
            self.add_file(entry)
        if "change" in entry:
            self.changes.pop(entry["file"]["key"], None)
            self.changes[entry["file"]["key"]] = {**entry["change"], "id": result_id}
        images = entry.get("images", [])
        if "call" in entry:
            self.latest.pop(entry["call"], None)
            if "same" in entry:
                showing = [self.images[image] for image in images if image in self.images]
                self.latest[entry["call"]] = {"sources": [result_id, *showing], "same": entry["same"]}
        for image in images:
            self.images.setdefault(image, result_id)
        if entry.get("counts"):
            self.lengths[result_id.lower()] = len(entry["text"])
            self.characters += len(entry["text"])
            self.drop_oldest()

    def add_file(self, entry):
        """2.6 and 2.15: the windows of a file of which a step brings a content."""
        key, digest = entry["file"]["key"], entry["file"]["digest"]
        windows = self.windows.get(key, [])
        staying = [window for window in windows if window.digest == digest]
        if "follows" in entry:
            changes = [change for change, _ in read_diff(entry["text"])]
            following = [window for window in windows if window.digest == entry["follows"]]
            moved = [follow_edit(window, entry["id"], digest, changes) for window in following]
            staying += [window for window in moved if window]
        if "window" in entry:
            new = Window(step=len(self.results), id=entry["id"], digest=digest, **entry["window"])
            staying = [window for window in staying if window.first < new.first or window.last > new.last]
            staying.append(new)
        self.windows[key] = staying

    def end(self, is_gone):
        """Ends what stands in a result that is gone, by its id: windows, latest results and images."""

        def stays(sources):
            return not any(is_gone(source.lower()) for source in sources)

        for key, windows in self.windows.items():
            self.windows[key] = [window for window in windows if stays(window.sources)]
        self.latest = {call: result for call, result in self.latest.items() if stays(result["sources"])}
        self.images = {image: shown_by for image, shown_by in self.images.items() if stays([shown_by])}

    def forget(self, ids):
        gone = set(ids) & self.results.keys()
        self.forgotten |= gone
        self.end(lambda result_id: result_id in gone)

    def compact(self, kept):
        self.end(lambda result_id: result_id not in kept)
        self.changes = {key: change for key, change in self.changes.items() if change["id"].lower() in kept}

    def rewound(self, result_id):
        """2.13: the state right after a step, without what was forgotten or dropped since."""
        state = LedgerState(self.keep_chars)
        for entry in self.timeline:
            state = state.after(entry)
            if entry.get("id") == result_id:
                break
        state.forget(self.forgotten)
        for dropped in self.dropped & state.lengths.keys():
            state.drop(dropped)
        return state

    def drop_oldest(self):
        while self.keep_chars is not None and self.characters > self.keep_chars:
            self.drop(next(iter(self.lengths)))

    def drop(self, key):
        self.characters -= self.lengths.pop(key)
        self.dropped.add(key)

    def stored_text(self, key):
        """2.11: the whole text of a result; None where it is no longer kept."""
        result = self.results[key]
        if key in self.dropped:
            return None
        if "text" in result:
            return result["text"]
        texts = [self.stored_text(source.lower()) for source in result["of"]]
        edits = [self.stored_text(edit.lower()) for edit in result.get("with", [])]
        if None in [*texts, *edits]:
            return None
        if "lines" not in result:
            return texts[0]
        known = {number: line for stored in texts for number, line in numbered_lines(stored).items()}
        for edit in edits:
            known = patch_lines(known, edit)
        first, last = result["lines"]
        return "\n".join(f"{number}: {known[number]}" for number in range(first, last + 1))
