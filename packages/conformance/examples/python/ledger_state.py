"""What a ledger of chapter 2 of the specification knows, made from the entries of its journal (2.17) alone.

An entry is of one of four kinds: `result`, `forget`, `compact` and `rewind`. Decisions are in the entries: that of a
result has its stored text, or the results that a stub stands for, or what a recall found; and the content that it
brings of a file, the window that it leaves, and the call whose latest result it is.
"""

from collections import OrderedDict

import known_lines
import text
from diff import patch_lines, read_diff
from windows import Window, follow_edit


def numbered_lines(result, stored):
    """The lines of a read's stored text, by their numbers."""
    lines = text.lines_of(stored)
    if "plain_from" in result:
        return dict(enumerate(lines, result["plain_from"]))
    return {int(number): line for number, line in (shown.split(": ", 1) for shown in lines)}


def printed_by(result):
    """2.20: what a result prints; None where that is nothing."""
    if result.get("call_lines"):
        stretches = [known_lines.Stretch(number, lines) for number, lines in result["call_lines"]]
        return known_lines.Printed(result["id"], None, stretches)
    if "prints" not in result:
        return None
    prints, rows = result["prints"], text.lines_of(result["text"])
    if "numbered" in prints:
        lines = known_lines.numbered_lines(rows, prints["numbered"])
    elif "file" in prints and "plain_from" not in result:
        lines = known_lines.placed_lines([row.split(": ", 1)[1] for row in rows], prints["first"])
    else:
        lines = known_lines.placed_lines(rows, prints["first"])
    stretches = known_lines.stretches_of(lines, prints["ranges"])
    return known_lines.Printed(result["id"], prints.get("file"), stretches)


class LedgerState:
    """Each id that is a key, or is in a set, is in lower-case."""

    def __init__(self, keep_chars=None):
        self.keep_chars = keep_chars
        self.timeline = []
        self.results = {}
        # The windows of each file; and what they would be without marks, for the table of a compaction.
        self.windows = {}
        self.rows = {}
        # What results print, oldest first.
        self.printed = []
        self.changes = {}
        self.latest = {}
        self.images = {}
        # Of the stored texts that keep_chars is about, oldest first.
        self.lengths = OrderedDict()
        self.characters = 0
        self.dropped = set()
        self.forgotten = set()
        # The results that the conversation has, in order.
        self.present = {}
        # Of each file the last content, the change that brought it, and whether that was the last step.
        self.files = {}

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
        self.present[result_id.lower()] = True
        if "file" in entry:
            self.add_file(entry)
        printed = printed_by(entry)
        if printed:
            self.printed.append(printed)
        if "change" in entry:
            self.changes.pop(entry["file"]["key"], None)
            self.changes[entry["file"]["key"]] = {**entry["change"], "id": result_id}
        images = entry.get("images", [])
        if "call" in entry:
            self.latest.pop(entry["call"], None)
            if "same" in entry:
                showing = [self.images[image] for image in images if image in self.images]
                self.latest[entry["call"]] = {
                    "sources": [result_id, *showing, *entry["names"]],
                    "same": entry["same"],
                    "budgets": entry.get("budgets"),
                }
        for image in images:
            self.images.setdefault(image, result_id)
        if entry.get("counts"):
            in_call = [line for _, lines in entry.get("call_lines", []) for line in lines]
            length = len(entry["text"]) + sum(len(line) + 1 for line in in_call)
            self.lengths[result_id.lower()] = length
            self.characters += length
            self.drop_oldest()

    def add_file(self, entry):
        """2.6 and 2.15: the windows of a file of which a step brings a content."""
        window = entry.get("window")
        key, whole = entry["file"]["key"], [[window["first"], window["last"]]] if window else []
        stretches = entry.get("stretches", whole) if window else []
        self.note_content(key, entry)
        self.windows[key] = self.windows_after(self.windows.get(key, []), entry, stretches)
        self.rows[key] = self.windows_after(self.rows.get(key, []), entry, whole)

    def note_content(self, key, entry):
        """2.13: the last content of a file, and by what it came."""
        digest = entry["file"]["digest"]
        last = self.files.get(key)
        changed_by = last["change"] if last and last["digest"] == digest else None
        is_change = "change" in entry
        self.files[key] = {
            "digest": digest,
            "lines": entry["file"]["lines"],
            "change": entry["id"].lower() if is_change else changed_by,
            "written": is_change,
        }

    def windows_after(self, windows, entry, ranges):
        digest = entry["file"]["digest"]
        staying = [window for window in windows if window.digest == digest]
        if "follows" in entry:
            changes = [change for change, _ in read_diff(entry["text"])]
            following = [window for window in windows if window.digest == entry["follows"]]
            moved = [follow_edit(window, entry["id"], digest, changes) for window in following]
            staying += [window for window in moved if window]
        for first, last in ranges:
            staying = [window for window in staying if window.first < first or window.last > last]
            fields = {**entry["window"], "first": first, "last": last}
            staying.append(Window(step=len(self.results), id=entry["id"], digest=digest, **fields))
        return staying

    def end(self, is_gone):
        """Ends what stands in a result that is gone, by its id: windows, latest results and images."""

        def stays(sources):
            return not any(is_gone(source.lower()) for source in sources)

        for of_files in (self.windows, self.rows):
            for key, windows in of_files.items():
                of_files[key] = [window for window in windows if stays(window.sources)]
        self.printed = [printed for printed in self.printed if stays([printed.id])]
        self.latest = {call: result for call, result in self.latest.items() if stays(result["sources"])}
        self.present = {key: True for key in self.present if not is_gone(key)}
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
        for entry in self.timeline if result_id else []:
            state = state.after(entry)
            if entry.get("id") == result_id:
                break
        # What comes behind it and is gone back to later must find them gone, too.
        state.after({"kind": "forget", "ids": sorted(self.forgotten)})
        for dropped in self.dropped & state.lengths.keys():
            state.drop(dropped)
        return state

    def seen(self, key):
        """2.13: what the conversation shows of a file's last content."""
        file = self.files.get(key)
        if file is None:
            return None
        windows = [window for window in self.windows.get(key, []) if window.digest == file["digest"]]
        is_changed = file["change"] in self.present
        if not windows and not is_changed:
            return None
        held = {line for window in windows for line in range(window.first, window.last + 1)}
        return {
            "sha": file["digest"],
            "windows": [{"id": window.id, "first": window.first, "last": window.last} for window in windows],
            "whole": bool(windows) and held >= set(range(1, file["lines"] + 1)),
            "written": file["written"] and is_changed,
        }

    def drop_oldest(self):
        while self.keep_chars is not None and self.characters > self.keep_chars:
            self.drop(next(iter(self.lengths)))

    def drop(self, key):
        self.characters -= self.lengths.pop(key)
        self.dropped.add(key)
        self.printed = [printed for printed in self.printed if printed.id.lower() != key]

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
        shown = zip(result["of"], texts)
        found = [numbered_lines(self.results[source.lower()], stored) for source, stored in shown]
        known = {number: line for lines in found for number, line in lines.items()}
        for edit in edits:
            known = patch_lines(known, edit)
        first, last = result["lines"]
        if "plain_from" in result:
            return "".join(f"{known[number]}\n" for number in range(first, last + 1))
        return "\n".join(f"{number}: {known[number]}" for number in range(first, last + 1))
