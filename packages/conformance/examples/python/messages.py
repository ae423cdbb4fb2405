"""Chapter 6 of the specification: tool results composed in an array of messages."""

import copy
import json
import re

import context
import text
import values
from composed_results import Sources, elided_form, read_composed, read_lines, read_mark, rows_of, unmark
from known_lines import BLOCK, RUN_CHARACTERS, Printed, find_runs, mark_of, outside, placed_lines, stretches_of
from message_forms import FORMS, Call, Compaction, content_with, parts_of, pieces_of, read_any

FILES = ["Read", "read", "read_file", "view", "view_file"]
ARGUMENT = re.compile("[A-Za-z_][A-Za-z0-9_.-]{0,39}")


def parse_json(words):
    """The value of a JSON text in a list; no list where it is none."""

    def refuse(constant):
        raise ValueError(constant)

    try:
        return [json.loads(words, parse_constant=refuse)]
    except (ValueError, RecursionError):
        return []


def args_of(call):
    """Args as a value: of a text that is JSON, what it says."""
    parsed = parse_json(call.args) if isinstance(call.args, str) else []
    args = parsed[0] if parsed else call.args
    return {} if args is None else args


def is_same_call(one, other):
    return one.tool == other.tool and values.canonical(args_of(one)) == values.canonical(args_of(other))


def is_nameable(stretches):
    return any(
        len(stretch.lines) >= BLOCK and len("\n".join(stretch.lines)) >= RUN_CHARACTERS for stretch in stretches
    )


def text_arguments(call):
    """6.3: the text arguments of a call, in their order, each with its one stretch."""
    args = args_of(call)
    found = []
    for name, value in args.items() if isinstance(args, dict) else []:
        if not isinstance(value, str) or not ARGUMENT.fullmatch(name):
            continue
        lines = placed_lines(text.lines_of(value))
        stretches = stretches_of(lines, [(0, len(lines))])
        if is_nameable(stretches):
            found.append((name, stretches))
    return found


def field_spans(words):
    """Where the value of each field of a JSON object stands in its text."""
    space = re.compile("[ \t\n\r]*")
    decoder = json.JSONDecoder()
    spans = []
    at = space.match(words, space.match(words).end() + 1).end()
    while words[at] == '"':
        name, end = decoder.raw_decode(words, at)
        start = space.match(words, space.match(words, end).end() + 1).end()
        _, end = decoder.raw_decode(words, start)
        spans.append((name, start, end))
        comma = space.match(words, end).end()
        if words[comma] != ",":
            break
        at = space.match(words, comma + 1).end()
    return spans


def open_envelope(pieces):
    """6.3: what stands before and behind the field `output` of a result that is a JSON object with one."""
    texts = [piece for piece in pieces if isinstance(piece, str)]
    parsed = parse_json(texts[0]) if len(texts) == 1 else []
    if not parsed or not isinstance(parsed[0], dict) or not isinstance(parsed[0].get("output"), str):
        return None
    spans = [(start, end) for name, start, end in field_spans(texts[0]) if name == "output"]
    if len(spans) > 1 or texts[0][slice(*spans[0])] != json.dumps(parsed[0]["output"], ensure_ascii=False):
        return None
    return texts[0][: spans[0][0]], parsed[0]["output"], texts[0][spans[0][1] :]


class Opened:
    """The pieces of a result, taken out of the JSON object that holds them, if one does."""

    def __init__(self, pieces):
        self.envelope = open_envelope(pieces)
        inner = self.envelope and self.envelope[1]
        self.pieces = [inner if self.envelope and isinstance(piece, str) else piece for piece in pieces]

    def close(self, pieces):
        """The texts of these pieces, None in the places of others."""
        texts = [piece if isinstance(piece, str) else None for piece in pieces]
        if not self.envelope:
            return texts
        before, _, after = self.envelope
        return [words and before + json.dumps(words, ensure_ascii=False) + after for words in texts]


def behind_head(pieces, result_id):
    """The pieces without the result's own head; None where it has none."""
    head = f"[{result_id}]"
    first = next((at for at, piece in enumerate(pieces) if isinstance(piece, str)), None)
    if first is None or not result_id:
        return None
    words = pieces[first]
    if words != head and not words.startswith(head + "\n"):
        return None
    return [*pieces[:first], words[len(head) + 1 :], *pieces[first + 1 :]]


class Ids:
    """6.2: the ids of a conversation's results."""

    def __init__(self):
        self.taken = set()

    def next(self, call_id):
        digest = text.digest(call_id)
        for digits in range(6, len(digest) + 1):
            result_id = f"#{digest[:digits]}"
            if result_id not in self.taken:
                self.taken.add(result_id)
                return result_id
        return None


class Conversation:
    """Takes the calls and results of a conversation in their order, and changes the results."""

    def __init__(self, options):
        self.options = options
        self.ids = Ids()
        self.calls = {}
        self.printed = []
        self.sources = Sources()
        self.before = None

    def take(self, part):
        if isinstance(part, Call):
            self.calls[part.id] = part
        elif isinstance(part, Compaction):
            self.printed = []
        else:
            call = self.calls.get(part.call_id)
            marks = self.take_result(part, call, self.ids.next(part.call_id))
            self.before = call if marks else None

    def take_result(self, part, call, result_id):
        """Changes a result; gives how many marks it has."""
        content = part.holder.get(part.key)
        pieces = pieces_of(content)
        is_chosen = call and call.tool in self.options.get("only", [call.tool])
        if not is_chosen or call.tool == "recall" or call.tool in self.options.get("except", []):
            return 0
        if not result_id or not any(isinstance(piece, str) for piece in pieces):
            return 0
        opened = Opened(pieces)
        composed = behind_head(opened.pieces, result_id)
        if composed is not None:
            found = read_composed(composed, result_id, self.sources)
            self.print(result_id, call, found.stretches, found.shown)
            return found.marks
        sent, marks = self.compose(opened.pieces, call, result_id)
        if sent != opened.pieces:
            part.holder[part.key] = content_with(content, opened.close(sent))
        return marks

    def compose(self, given, call, result_id):
        """6.4: the pieces of a result as they are sent, and how many marks they have."""
        clean = text.clean_terminal if self.options.get("clean", True) else lambda words: words
        pieces = [clean(piece) if isinstance(piece, str) else piece for piece in given]
        if behind_head(pieces, result_id) is not None:
            return given, 0
        rows = rows_of(pieces)
        lines, form = read_lines([row.text for row in rows])
        ranges = [(own[0], own[-1] + 1) for own in piece_rows(rows, pieces) if own]
        may_be_named = self.options.get("known_lines", True) and not any(
            row.is_text and (read_mark(row.text) or elided_form(result_id).fullmatch(row.text)) for row in rows
        )
        runs = []
        if may_be_named and not (self.before and is_same_call(self.before, call)):
            runs = self.find(pieces, rows, lines, form, call)
        if runs and form and unmark(marked_pieces(pieces, rows, lines, runs, form), self.sources) != pieces:
            runs = []
        sent = marked_pieces(pieces, rows, lines, runs, form)

        capped = self.cap(sent, call.tool, result_id, len(runs) > 0)
        if capped is not None:
            found = read_composed([piece for piece in capped if piece is not None], result_id, self.sources)
            self.print(result_id, call, found.stretches, found.shown)
            return with_head(capped, result_id), found.marks

        taken = [(run.at, run.at + run.count) for run in runs]
        left = [
            (max(start, first), min(end, last))
            for first, last in ranges
            for start, end in outside(len(lines), taken)
            if max(start, first) < min(end, last)
        ]
        stretches = stretches_of(lines, left)
        if runs or (may_be_named and (text_arguments(call) or is_nameable(stretches))):
            self.print(result_id, call, stretches, stretches_of(lines, [(0, len(lines))]))
            return with_head(sent, result_id), len(runs)
        return sent, 0

    def find(self, pieces, rows, lines, form, call):
        """The runs of a result: each lies within one text, and none in a text that is JSON."""
        ranges = []
        numbered = [at for at, line in enumerate(lines) if line.number is not None and rows[at].is_text]
        for piece, own in zip(pieces, piece_rows(rows, pieces)):
            if not own or parse_json(piece):
                continue
            start = own[0]
            if form and numbered[0] in own:
                start = numbered[0] + 1
            ranges.append((start, own[-1] + 1))
        with_alerts = form is not None or call.tool in self.options.get("files", FILES)
        return find_runs(lines, ranges, self.printed, None, with_alerts)

    def cap(self, pieces, tool, result_id, has_marks):
        budgets = self.options.get("caps", {}).get(tool, self.options.get("cap", "off"))
        if budgets == "off":
            return None
        rows = [row.text for row in rows_of([piece for piece in pieces if isinstance(piece, str)])]
        marks = {at: read_mark(row).count for at, row in enumerate(rows) if has_marks and read_mark(row)}
        capped = text.cap_rows(rows, result_id, budgets, marks, text.measure_of(self.options.get("measure")))
        if not capped["capped"]:
            return None
        sent, first = [], True
        for piece in pieces:
            if isinstance(piece, str):
                sent.append(capped["text"] if first else None)
                first = False
            else:
                sent.append(piece)
        return sent

    def print(self, result_id, call, stretches, shown):
        """What a result with a head prints. Its call stands above it, so that is searched first."""
        self.printed.append(Printed(result_id, None, stretches))
        self.sources.add(result_id, "", shown)
        for name, own in reversed(text_arguments(call)):
            self.printed.append(Printed(f'"{name}" in the call of {result_id}', None, own))
            self.sources.add(result_id, name, own)


def piece_rows(rows, pieces):
    """The places of the rows of each text."""
    return [
        [at for at, row in enumerate(rows) if row.piece == index and row.is_text] for index in range(len(pieces))
    ]


def marked_pieces(pieces, rows, lines, runs, form):
    marks = {run.at: run for run in runs}
    marked = []
    for piece, own in zip(pieces, piece_rows(rows, pieces)):
        if not own:
            marked.append(piece)
            continue
        shown, at = [], own[0]
        while at <= own[-1]:
            run = marks.get(at)
            shown.append(mark_of(run, lines, form is not None) if run else rows[at].text)
            at += run.count if run else 1
        marked.append("\n".join(shown) + ("\n" if piece.endswith("\n") else ""))
    return marked


def with_head(pieces, result_id):
    first = next(at for at, piece in enumerate(pieces) if isinstance(piece, str))
    return [*pieces[:first], f"[{result_id}]\n{pieces[first]}", *pieces[first + 1 :]]


def compose(case):
    messages = copy.deepcopy(case["messages"])
    conversation = Conversation(case.get("options", {}))
    for part in parts_of(messages, FORMS[case["form"]]):
        conversation.take(part)
    return messages


def read_back(messages):
    """The results of messages of any form, each with its id and, where it was composed, what it was."""
    ids, calls, sources = Ids(), {}, Sources()
    for part in parts_of(messages, read_any):
        if isinstance(part, Call):
            calls[part.id] = part
        if isinstance(part, (Call, Compaction)):
            continue
        result_id = ids.next(part.call_id)
        opened = Opened(pieces_of(part.holder.get(part.key)))
        behind = behind_head(opened.pieces, result_id)
        found = read_composed(behind, result_id, sources) if behind is not None else None
        if found:
            sources.add(result_id, "", found.shown)
            for name, own in text_arguments(calls[part.call_id]) if part.call_id in calls else []:
                sources.add(result_id, name, own)
        yield part, result_id, opened, found


def restore(case):
    messages = copy.deepcopy(case["messages"])
    for part, _, opened, found in list(read_back(messages)):
        if found:
            content = part.holder[part.key]
            part.holder[part.key] = content_with(content, opened.close(found.restored))
    return messages


def recall(case):
    options = case.get("options", {})
    ledger = context.Ledger({}, {"clean": False, "measure": options.get("measure")})
    args = case["args"]
    asked = str(args.get("target")).lower()
    for part, result_id, opened, found in read_back(case["messages"]):
        if not result_id or result_id[1:] not in asked:
            continue
        clean = text.clean_terminal if options.get("clean", True) else lambda words: words
        pieces = found.restored if found else [clean(one) if isinstance(one, str) else one for one in opened.pieces]
        words = "".join(row.text + "\n" for row in rows_of(pieces))
        ledger.take({"op": "output", "id": result_id, "tool": "any", "text": words, "cap": "off"})
    shown = ledger.take({"op": "recall", "id": "#0000", **args})
    return re.sub(r"^\[#0000(?: (recall )|\] )", lambda found: f"[{found[1]}" if found[1] else "", shown)


OPERATIONS = {"compose": compose, "restore": restore, "recall": recall}


def answer(case):
    """The answer to a case of the suite `messages`."""
    return OPERATIONS[case["op"]](values.well_formed(case))
