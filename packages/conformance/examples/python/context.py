"""Chapter 2 of the specification: what is inserted into a conversation for each step of a session."""

import json
import re

import blocks
import known_lines
import text
import values
from diff import describe_changes, unified_diff
from ledger_state import LedgerState
from paging import GREATEST, Bounds, Request, make_page, number_of
from tables import changes_table, reads_table
from windows import describe_cover, find_cover, path_key

FEATURES = [
    "across_edits",
    "binary",
    "blocks",
    "caps",
    "dangling",
    "edit_in_call",
    "edit_text",
    "edits",
    "forget",
    "fresh",
    "heads",
    "id_prefix",
    "image_bytes",
    "in_call",
    "journal",
    "keep_chars",
    "kept",
    "known_lines",
    "line_chars",
    "line_numbers",
    "measure",
    "numbered",
    "retain",
    "rewind",
    "seen",
    "union",
]
PAGE_LINES = 2000
LARGEST_STORED = 10_000_000
PAGE_CHARACTERS = 50_000
UNBOUNDED = dict.fromkeys(["max_lines", "max_chars", "page_lines", "page_chars"], GREATEST)
REPEATABLE = ["list", "glob", "grep"]


def text_of(step, name):
    if not isinstance(step.get(name), str):
        raise TypeError(f"{name} is no text: {step.get(name)!r}")
    return step[name]


def name_of(step, name):
    if not text_of(step, name):
        raise ValueError(f"{name} is empty")
    return step[name]


def path_of(step):
    """The path, as heads and tables show it."""
    return values.one_lined_name(name_of(step, "path"))


def names_of(cover):
    """The results that left these windows, each once."""
    return list(dict.fromkeys(window.id for window in cover))


def join_ranges(ranges):
    """The same lines, ranges that touch as one."""
    joined = []
    for start, end in ranges:
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def message(head, words, **fields):
    """What to insert where a message stands in the place of lines, and the entry."""
    return f"{head} {words}", {"text": words, **fields}


def label_of(value, characters=200):
    number = values.finite_of(value)
    words = value if isinstance(value, str) else "" if number is None else values.digits_of(number)
    return text.label(words, characters)


def id_meant(value):
    """2.11: the id, without `#`, that a model means: where T is none, the first one that stands in the label."""
    target = target_of(value)
    inside = re.search("#([0-9a-fA-F]{4,})", label_of(value))
    if inside and not re.fullmatch("[0-9a-f]{4,}", target):
        return inside[1].lower()
    return target


def target_of(value, characters=200):
    """2.11: the target T, without `#`; of a label of at most so many characters."""
    target = label_of(value, characters)
    if target.startswith("[") and target.endswith("]"):
        target = text.trim(target[1:-1])
    return target.lstrip("#").lower()


def cut_middle(stored):
    """2.19: what is stored of an output that is too large."""
    half = LARGEST_STORED // 2
    return f"{stored[:half]}\n[{len(stored) - LARGEST_STORED} characters not kept]\n{stored[-half:]}"


def is_binary(given):
    """2.29: whether a text is data that is no text."""
    seen = [character for character in given if character != "\0"][:8000]
    odd = len(re.findall("[\x01-\x06\x10-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f\ufffd]", "".join(seen)))
    return odd >= 32 and 10 * odd >= 3 * len(seen)


def cut_lines(rows, most):
    """2.30: the lines, those with more characters than `most` cut, and which these are."""
    cut = {at for at, row in enumerate(rows) if len(row) > most}
    return [row[:most] + " […cut]" if at in cut else row for at, row in enumerate(rows)], cut


class Ledger:
    """Takes the steps of one conversation. Each gives what to insert, and an entry of the journal."""

    def __init__(self, limits, options, entries=()):
        self.limits = limits
        self.options = options
        self.entries = []
        self.knows_lines = options.get("known_lines") is True
        self.has_numbers = options.get("line_numbers") is not False
        self.is_short = options.get("heads") == "short"
        self.measure = text.measure_of(options.get("measure"))
        self.most_in_line = options.get("line_chars", GREATEST)
        self.most_bytes = options.get("image_bytes", GREATEST)
        self.state = LedgerState(options.get("keep_chars"))
        for entry in entries:
            self.add(entry)

    def add(self, entry):
        self.entries.append(entry)
        self.state = self.state.after(entry)

    def take(self, step):
        asked = {"dangling": self.dangling, "seen": self.seen}
        without_id = {"forget": self.forget, "retain": self.retain, "rewind": self.rewind, "compact": self.compact}
        with_id = {
            "read": self.read,
            "edit": self.change,
            "write": self.change,
            "output": self.output,
            "recall": self.recall,
        }
        op = step["op"]
        if op in asked:
            return asked[op](step)
        if op in without_id:
            inserted, entry = without_id[op](step)
            self.add({"kind": op, **entry})
        elif op in with_id:
            result_id = self.id_of(step)
            inserted, entry = with_id[op](result_id, step)
            self.add({"kind": "result", "id": result_id, **entry})
        else:
            raise ValueError(f"unknown step {op!r}")
        return inserted

    def id_of(self, step):
        """2.1: the id that the host gave, or a new one."""
        if "id" in step:
            if not re.fullmatch("#[0-9a-fA-F]{4,}", text_of(step, "id")):
                raise ValueError(f"{step['id']!r} is no id: # and at least four hexadecimal digits")
            if step["id"].lower() in self.state.results:
                raise ValueError(f"{step['id']} was given already")
            return step["id"]
        prefix = self.options.get("id_prefix", "").lower()
        number = len(self.state.results) + 1
        while True:
            made = f"#{prefix}{number:0{3 if prefix else 4}x}"
            if made not in self.state.results:
                return made
            number += 1

    def limits_of(self, tool, own=None):
        limits = self.options.get("caps", {}).get(tool, self.limits) if own is None else own
        return UNBOUNDED if limits == "off" else limits

    def bounds_of(self, tool):
        limits = self.limits_of(tool)
        return Bounds(limits.get("page_lines", PAGE_LINES), limits.get("page_chars", PAGE_CHARACTERS))

    def head_of(self, result_id, path, lines="", sha=""):
        """2.3 and 2.22: the head of a step about a file."""
        words = [lines] if self.is_short else [path, lines, sha and f"sha {sha[:8]}"]
        return f"[{' '.join([result_id, *filter(None, words)])}]"

    def is_worth_it(self, stub, shown):
        """2.26: whether a stub may stand for what would be shown."""
        return len(stub) <= len(shown) or not (self.knows_lines or self.is_short)

    def is_kept(self, stored):
        """2.19: whether a stored text is kept whole, so that a recall of it may be offered."""
        return len(stored) <= min(LARGEST_STORED, self.options.get("keep_chars", LARGEST_STORED))

    def read(self, result_id, step):
        path, content = path_of(step), text_of(step, "content")
        digest = text.digest(content)
        lines = text.lines_of(content)
        file = {"key": path_key(step["path"]), "digest": digest, "lines": len(lines)}
        windows = [window for window in self.state.windows.get(file["key"], []) if window.digest == digest]
        is_fresh = step.get("fresh") is True
        mine = {"path": path, "read_sha": digest[:8]}

        if not lines:
            head = self.head_of(result_id, path, "empty", digest)
            entry = {"text": "(empty file)", "file": file}
            stub = f"Unchanged since {windows[-1].id}, which is empty." if windows else ""
            if windows and not is_fresh and self.is_worth_it(stub, "(empty file)"):
                return f"{head} {stub}", {**entry, "names": [windows[-1].id]}
            entry["window"] = {**mine, "read_lines": "empty", "first": 0, "last": 0}
            return f"{head}\n(empty file)", entry

        bounds = self.bounds_of("read")
        request = Request.of(step, bounds)
        past_end = request.past_end(lines)
        if past_end:
            return message(self.head_of(result_id, path, sha=digest), past_end, file=file)

        page = make_page(lines, request, bounds.characters, self.has_numbers, self.measure)
        shown_lines = f"{page.first}-{page.last} of {len(lines)}"
        head = self.head_of(result_id, path, f"lines {shown_lines}", digest)
        plain = {} if self.has_numbers else {"plain_from": page.first}
        stored = page.body if self.has_numbers else page.body + "\n"
        entry = {"text": stored, "counts": True, "file": file, **plain}
        if page.next_column:
            note = f"line {page.first} goes on — read again with offset {page.first} and column {page.next_column}"
            if page.first < len(lines):
                note += f"; next line: offset {page.first + 1}"
            return f"{head}\n{page.body} […cut]\n\n({note})", entry
        if request.column == 1:
            cover = [] if is_fresh else find_cover(windows, page.first, page.last, self.options.get("union"))
            if cover and self.is_worth_it(describe_cover(cover), page.body):
                sources = {"of": names_of(cover), "with": cover[0].edits}
                entry = {**sources, "lines": [page.first, page.last], "file": file, **plain}
                return f"{head} {describe_cover(cover)}", entry
            entry["window"] = {**mine, "read_lines": shown_lines, "first": page.first, "last": page.last}
        body = page.body
        if self.knows_lines:
            shown = known_lines.placed_lines(lines[page.first - 1 : page.last], page.first)
            whole = [(0 if request.column == 1 else 1, len(shown))]
            runs = []
            if request.column == 1 and not is_fresh:
                runs = known_lines.find_runs(shown, whole, self.state.printed, file["key"])
            if runs:
                rows = text.lines_of(stored)
                body = "\n".join(known_lines.mark_lines(rows, shown, whole, runs, names_lines=True).rows)
            taken = [(run.at, run.at + run.count) for run in runs]
            ranges = known_lines.outside(len(shown), [(0, whole[0][0]), *taken] if whole[0][0] else taken)
            entry["prints"] = {"file": file["key"], "first": page.first, "ranges": ranges}
            entry["names"] = [run.id for run in runs]
            entry["stretches"] = [[page.first + start, page.first + end - 1] for start, end in ranges]
        left = len(lines) - page.last
        more = "1 more line" if left == 1 else f"{left} more lines"
        note = f"\n\n({more} — read again with offset {page.last + 1})" if left else ""
        return f"{head}\n{body}{note}", entry

    def change(self, result_id, step):
        path, before = path_of(step), step.get("before")
        key = path_key(step["path"])
        if "after" in step and step["after"] is None:
            file, change = {"key": key, "digest": None, "lines": 0}, {"path": path, "sha": "deleted"}
            return message(self.head_of(result_id, path), "Deleted.", file=file, change=change)
        after = text_of(step, "after")
        digest = text.digest(after)
        file = {"key": key, "digest": digest, "lines": len(text.lines_of(after))}
        change = {"path": path, "sha": digest[:8]}
        head = self.head_of(result_id, path, sha=digest)
        in_call = {}
        if step.get("in_call") is True and step["op"] == "write":
            ranges = [(0, len(text.lines_of(after)))]
            in_call = {"text": after, "counts": after != "", "plain_from": 1}
            in_call["prints"] = {"file": key, "first": 1, "ranges": ranges}
        if before is None:
            created = f"Created, {number_of(len(text.lines_of(after)), 'line')}."
            inserted, entry = message(head, created, file=file, change=change)
            return inserted, {**entry, **in_call}
        if text_of(step, "before") == after:
            inserted, entry = message(head, "No change.", file=file)
            return inserted, {**entry, **in_call}
        diff = unified_diff(before, after)
        entry = {"text": diff, "counts": True, "file": file, "change": change}
        if step["op"] == "edit" and self.knows_lines:
            entry["call_lines"] = known_lines.call_lines(text.lines_of(after), step.get("in_call", []))
        if in_call or self.options.get("edit_text") == "line":
            return f"{head} {describe_changes(before, after)}", {**entry, **in_call}
        shown = unified_diff(before, after, is_shown=True)
        kept = "".join([diff, *("\n".join([*lines, ""]) for _, lines in entry.get("call_lines", []))])
        capped = text.cap(shown, result_id if self.is_kept(kept) else None, self.limits_of(step["op"]), self.measure)
        if self.options.get("across_edits") and not capped["capped"] and shown == diff:
            entry["follows"] = text.digest(before)
        return f"{head}\n{capped['text']}", entry

    def output(self, result_id, step):
        tool = name_of(step, "tool")
        is_clean = step.get("clean", self.options.get("clean", True))
        is_fresh = step.get("fresh") is True
        separator = name_of(step, "numbered") if "numbered" in step else None
        clean = text.clean_terminal if is_clean else str
        in_blocks = "blocks" in step
        given = blocks.joined_text(blocks.prepare(step["blocks"], str)) if in_blocks else step["text"] or ""
        if in_blocks:
            shown = blocks.prepare(step["blocks"], clean)
            stored = blocks.stored_text(shown)
        else:
            cleaned = clean(step["text"] or "")
            stored = "" if text.is_blank(cleaned) else cleaned
            shown = [] if stored == "" else [blocks.text_block(stored)]

        is_cut = len(stored) > LARGEST_STORED
        entry = {"text": cut_middle(stored) if is_cut else stored}
        is_repeatable = tool in self.options.get("repeatable", REPEATABLE)
        if is_repeatable:
            args = {} if step.get("args") is None else step["args"]
            entry["call"] = text.digest(values.canonical([tool, args]))
        same = text.digest(values.canonical(blocks.parts(shown)))
        limits = self.limits_of(tool, step.get("cap"))
        budgets = {**text.budgets_of(limits), "line_chars": self.most_in_line}
        latest = None if is_fresh else self.state.latest.get(entry.get("call"))
        if latest and latest["budgets"] not in (None, budgets):
            latest = None

        images = [block for block in shown if blocks.is_image(block)]
        is_new = [text.digest(image["data"]) not in self.state.images for image in images]
        showing = [self.state.images[text.digest(image["data"])] for image, new in zip(images, is_new) if not new]
        shows = [image for image, new in zip(images, is_new) if not new or blocks.bytes_of(image) <= self.most_bytes]
        digests = {"images": blocks.image_digests(shows), "showing": showing}

        if is_clean and is_binary(given):
            body = f"[binary data, {number_of(len(given), 'character')}]"
            entry.update(counts=True, **digests)
            if text.is_blank(stored):
                entry["text"] = body
            if in_blocks:
                return blocks.insert(result_id, shown, body, self.state.images, self.most_bytes), entry
            return f"[{result_id}]\n{body}", entry
        if not shown:
            inserted = "(no output)" if self.is_short else f"[{result_id}]\n(no output)"
            return [blocks.text_block(inserted)] if in_blocks else inserted, entry
        if latest and latest["same"] == same:
            old = latest["sources"][0]
            inserted = f"[{result_id}] Same result as {old}."
            return [blocks.text_block(inserted)] if in_blocks else inserted, {"of": [old]}

        rows = text.lines_of(stored)
        hidden = [(line, line + 1) for line in blocks.other_lines(shown)] if in_blocks else []
        numbered = known_lines.numbered_lines(rows, separator) if separator else None
        lines = numbered or known_lines.placed_lines(rows)
        ranges = known_lines.outside(len(rows), hidden)
        runs = []
        if self.knows_lines and not is_fresh and not is_cut:
            runs = known_lines.find_runs(lines, ranges, self.state.printed, with_alerts=numbered is not None)
        marked = known_lines.mark_lines(rows, lines, ranges, runs, names_lines=numbered is not None)
        # Without a text block there is nothing to cap.
        capped = {"text": "", "capped": False, "whole": []}
        too_long = set()
        if ranges:
            recalled = result_id if self.is_kept(stored) else None
            cut_rows, long = cut_lines(marked.rows, self.most_in_line)
            too_long = long - set(marked.marks)
            cut_rows = [cut if row in too_long else marked.rows[row] for row, cut in enumerate(cut_rows)]
            capped = text.cap_rows(cut_rows, recalled, limits, marked.marks, self.measure)
        is_capped = capped["capped"] or len(too_long) > 0
        standing = [run for run in runs if (run.at, run.at + run.count) in [marked.ranges[row] for row in capped["whole"]]]
        names = [run.id for run in standing]
        entry.update(counts=True, same=same, names=names, **digests)
        if is_capped:
            entry["budgets"] = budgets
        if self.knows_lines and not is_cut:
            printed = [marked.ranges[row] for row in capped["whole"] if row not in marked.marks and row not in too_long]
            entry["prints"] = {"first": 1, "ranges": join_ranges(printed)}
            if numbered:
                entry["prints"]["numbered"] = separator
        is_whole = not is_capped and not standing
        if in_blocks:
            joined = None if is_whole else capped["text"]
            return blocks.insert(result_id, shown, joined, self.state.images, self.most_bytes), entry
        is_small = len(rows) < 8 and len(stored) <= 1000
        if self.is_short and is_whole and is_small and not is_repeatable:
            return capped["text"], entry
        return f"[{result_id}]\n{capped['text']}", entry

    def recall(self, result_id, step):
        key = f"#{id_meant(step.get('target'))}"
        result = self.state.results.get(key)
        if result and "recall" in result:
            # Another name for what that recall found; None where it found nothing.
            key = result["recall"]
            result = self.state.results.get(key)
        if result is None:
            asked = target_of(step.get("target"), 40)
            return f"[{result_id}] No stored result #{asked} in this session.", {"recall": None}
        old, entry = result["id"], {"recall": key}
        stored = self.state.stored_text(key)
        if stored is None:
            return f"[{result_id}] {old} is no longer kept.", entry
        lines = text.lines_of(stored)
        if not lines:
            return f"[{result_id} recall {old} empty]\n(no output)", entry
        bounds = self.bounds_of("recall")
        request = Request.of(step, bounds)
        past_end = request.past_end(lines)
        if past_end:
            return f"[{result_id} recall {old}] {past_end}", entry
        page = make_page(lines, request, bounds.characters, False, self.measure)
        shown = f"[{result_id} recall {old} lines {page.first}-{page.last} of {len(lines)}]\n{page.body}"
        if page.next_column:
            place = f"offset {page.first} and column {page.next_column}"
            shown += f" […cut]\n\n(line {page.first} goes on — recall {old} with {place})"
        return shown, entry

    def compact(self, step):
        kept = {result_id.lower() for result_id in step.get("kept", [])}
        tables = reads_table(self.state.rows, kept)
        if step.get("edits") is True:
            tables += changes_table(self.state.changes, kept)
        return "\n\n".join(tables), {"kept": sorted(kept)}

    def forget(self, step):
        return "", {"ids": [result_id.lower() for result_id in step["ids"]]}

    def retain(self, step):
        kept = {result_id.lower() for result_id in step["ids"]}
        return "", {"kind": "forget", "ids": [key for key in self.state.present if key not in kept]}

    def dangling(self, step):
        """2.13: the results of the conversation whose text names one that is gone, or that dangles itself."""
        found = []
        for key in self.state.present:
            result = self.state.results[key]
            named = [name.lower() for part in ("of", "with", "names", "showing") for name in result.get(part, [])]
            if any(name not in self.state.present or name in found for name in named):
                found.append(key)
        return " ".join(self.state.results[key]["id"] for key in found)

    def seen(self, step):
        return self.state.seen(path_key(step["path"]))

    def rewind(self, step):
        return "", {"id": step["id"] and self.state.results[step["id"].lower()]["id"]}


def answer(case):
    """The answer to a case of the suite `context`."""
    limits, options = case.get("limits", {}), case.get("options", {})
    ledger = Ledger(limits, options)
    inserted = []
    for step in values.well_formed(case["steps"]):
        if step["op"] == "restart":
            ledger = Ledger(limits, options, json.loads(json.dumps(ledger.entries)))
            inserted.append("")
        else:
            inserted.append(ledger.take(step))
    return inserted
