"""Chapter 2 of the specification: what is inserted into a conversation for each step of a session."""

import json
import re

import blocks
import text
import values
from diff import unified_diff
from ledger_state import LedgerState
from paging import Bounds, Request, make_page, number_of
from windows import describe_cover, find_cover, path_key

FEATURES = [
    "across_edits",
    "blocks",
    "caps",
    "edits",
    "forget",
    "fresh",
    "id_prefix",
    "journal",
    "keep_chars",
    "kept",
    "rewind",
    "union",
]
PAGE_LINES = 2000
PAGE_CHARACTERS = 50_000
MOST_ROWS = 200
READS_HEAD = """## Files read before this summary

Read a file again for its content; recall shows a result by its id.

| Path | Lines | sha | Result |
|---|---|---|---|"""
CHANGES_HEAD = """## Files changed before this summary

| Path | sha | Result |
|---|---|---|"""


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
    return name_of(step, "path").replace("\n", "\\n").replace("\r", "\\r")


def message(head, words, **fields):
    return f"{head} {words}", {"text": words, **fields}


def target_of(value):
    """The id, without `#`, that a model means."""
    if values.is_number(value):
        value = values.digits_of(values.to_double(value))
    target = text.label(value if isinstance(value, str) else "", 40)
    if target.startswith("[") and target.endswith("]"):
        target = text.trim(target[1:-1])
    return target.lstrip("#").lower()


def table(head, rows, noun):
    """The newest rows, and how many others there are; nothing without rows."""
    if not rows:
        return []
    left = len(rows) - MOST_ROWS
    lines = [head, *(f"| {' | '.join(cells)} |" for cells in rows[-MOST_ROWS:])]
    if left > 0:
        are = "is" if left == 1 else "are"
        lines += ["", f"({number_of(left, f'earlier {noun}')} {are} not listed)"]
    return ["\n".join(lines)]


def row(path, *cells):
    return [path.replace("|", "\\|"), *cells]


class Ledger:
    """Takes the steps of one conversation. Each gives what to insert, and an entry of the journal."""

    def __init__(self, limits, options, entries=()):
        self.limits = limits
        self.options = options
        self.entries = []
        self.state = LedgerState(options.get("keep_chars"))
        for entry in entries:
            self.add(entry)

    def add(self, entry):
        self.entries.append(entry)
        self.state = self.state.after(entry)

    def take(self, step):
        op = step["op"]
        if op in ("forget", "rewind", "compact"):
            inserted, entry = getattr(self, op)(step)
            self.add({"kind": op, **entry})
            return inserted
        decide = {"edit": self.change, "write": self.change, "read": self.read, "output": self.output, "recall": self.recall}
        if op not in decide:
            raise ValueError(f"unknown step {op!r}")
        result_id = self.id_of(step)
        inserted, entry = decide[op](result_id, step)
        self.add({"kind": "result", "id": result_id, **entry})
        return inserted
