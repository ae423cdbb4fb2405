"""Chapter 3 of the specification: facts that outlive a conversation."""

import json
import re

import text

SEPARATOR = "\n§\n"
MOST_CHARACTERS = 400
SHOWN_CHARACTERS = 4000
MOST_OPERATIONS = 100
FEATURES = ["memory_call", "memory_read", "policies"]

LINE_ENDS = "\n\v\f\r\x1c-\x1e\x85\u2028\u2029"
LINE_END = re.compile(f"\r\n|[{LINE_ENDS}]")
GAP = re.compile(f"[{LINE_ENDS}{text.WHITE_SPACE}]+")
INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1b\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U00013430-\U0001343f"
    "\U0001bca0-\U0001bca3\U0001d159\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


class Refused(Exception):
    def __init__(self, message, shown=False):
        super().__init__(message)
        self.message = message
        self.shown = shown


def size(entries):
    return len(SEPARATOR.join(entries))


def without_line_breaks(given):
    return GAP.sub(lambda gap: " " if LINE_END.search(gap[0]) else gap[0], given)


def quote(given):
    return f'"{text.cut(without_line_breaks(given), 200)}"'


def is_separator(line):
    return text.trim(INVISIBLE.sub("", line)) == "§"


def read_field(operation, name):
    """A field's text, well-formed; "" where it is absent."""
    value = operation.get(name) if isinstance(operation, dict) else None
    return "" if not isinstance(value, str) or text.is_blank(value) else text.well_formed(value)


def read_entry_text(operation, name):
    return text.trim(read_field(operation, name).replace("\r\n", "\n").replace("\r", "\n"))


def vet(content):
    if len(content) > MOST_CHARACTERS:
        raise Refused(
            f"an entry is one fact, under 400 characters; this one is {text.count(len(content))}. "
            "Split it into facts, or keep only what will still matter."
        )
    if any(is_separator(line) for line in LINE_END.split(content)):
        raise Refused('a line holding only "§" separates entries; it cannot be inside one.')


def find(entries, old_text, policies):
    if old_text in entries and withhold(policies, old_text) is None:
        return entries.index(old_text)
    containing = [index for index, entry in enumerate(entries) if old_text in entry]
    found = [index for index in containing if withhold(policies, entries[index]) is None]
    if not found:
        raise Refused(f"no entry contains {quote(old_text)}.", shown=True)
    if len({entries[index] for index in found}) > 1:
        raise Refused(f"{quote(old_text)} matches more than one entry — use a longer, unique part.", shown=True)
    return found[0]


def need_old_text(old_text, action):
    if not old_text:
        raise Refused(f"{action} needs old_text: a short unique part of the entry to {action}.", shown=True)


def change(entries, operation, policies):
    """The entries after one operation, and its message."""
    sent = text.trim(read_field(operation, "action"))
    action = sent.lower()
    content = read_entry_text(operation, "content") or read_entry_text(operation, "new_text")
    old_text = read_entry_text(operation, "old_text")
    if not sent:
        raise Refused("no action — use add, replace or remove.")
    if action == "add":
        if not content:
            raise Refused("add needs content.")
        vet(content)
        if content in entries:
            return entries, "That entry already exists; nothing added."
        return [*entries, content], "Entry added."
    if action == "replace":
        need_old_text(old_text, action)
        if not content:
            raise Refused("replace needs content — the complete new entry.")
        vet(content)
        at = find(entries, old_text, policies)
        others = [entry if index == at else None if entry == content else entry for index, entry in enumerate(entries)]
        others[at] = content
        return [entry for entry in others if entry is not None], "Entry replaced."
    if action == "remove":
        need_old_text(old_text, action)
        at = find(entries, old_text, policies)
        return entries[:at] + entries[at + 1 :], "Entry removed."
    raise Refused(f"unknown action {quote(sent)} — use add, replace or remove.")


def name_target(target, label):
    if isinstance(label, str) and not text.is_blank(label):
        return text.label(text.well_formed(label))
    names = {"user": "The user profile", "memory": "Memory"}
    return names.get(target) or text.label(text.well_formed(target))


def apply_all(entries, ops, policies):
    if len(ops) > MOST_OPERATIONS:
        raise Refused(
            f"a list has at most {MOST_OPERATIONS} operations; this one has {text.count(len(ops))}. "
            "Send them in several calls."
        )
    if not ops or (len(ops) == 1 and not read_field(ops[0], "action")):
        raise Refused("Nothing to do: give action (with content and/or old_text), or operations.")
    if len(ops) == 1:
        return change(entries, ops[0], policies)
    for number, operation in enumerate(ops, 1):
        try:
            entries, _ = change(entries, operation, policies)
        except Refused as refused:
            message = (
                f"operation {number}: {refused.message} "
                "Nothing was changed (the operations go together or not at all)."
            )
            raise Refused(message, refused.shown) from None
    return entries, f"Applied {text.plural(len(ops), 'operation')}."


def check_limit(before, after, limit, name):
    if size(after) > limit and size(after) > size(before):
        raise Refused(
            f"{name} would be {text.count(size(after))}/{text.count(limit)} chars. "
            "Consolidate in the same call: replace overlapping entries with one shorter entry, "
            "or remove stale ones, together with the add.",
            shown=True,
        )


def apply_ops(target, entries, limit, ops, label=None, policies=()):
    before = [text.well_formed(entry) for entry in entries]
    ok, shown, after = True, False, before
    try:
        after, message = apply_all(before, ops if isinstance(ops, list) else [], policies)
        check_limit(before, after, limit, name_target(target, label))
    except Refused as refused:
        ok, after, message, shown = False, before, refused.message, refused.shown
    return {
        "ok": ok,
        "entries": after,
        "message": message,
        "usage": text.usage(size(after), limit),
        "shown": shown,
    }


def fence(entries):
    runs = re.findall("~+", INVISIBLE.sub("", SEPARATOR.join(entries)))
    tildes = "~" * max(3, max(map(len, runs), default=0) + 1)
    return "\n".join([tildes, SEPARATOR.join(entries), tildes])


def show_entries(entries, most):
    if not entries:
        return "(empty)"
    fitting = len(entries)
    while fitting > 0 and size(entries[:fitting]) > most:
        fitting -= 1
    left = len(entries) - fitting
    more = f"({text.count(left)} more {'entry' if left == 1 else 'entries'})"
    if left == 0:
        return fence(entries)
    return more if fitting == 0 else f"{fence(entries[:fitting])}\n{more}"


def render_memory(label, entries, limit, max_chars=None, policies=()):
    name = text.label(text.well_formed(label))
    if entries is None:
        return f"[{name} · cannot be read]"
    own = [text.well_formed(entry) for entry in entries]
    shown = []
    for entry in own:
        reason = withhold(policies, entry)
        shown.append(entry if reason is None else f"[withheld: {reason}]")
    most = max(2 * limit, SHOWN_CHARACTERS) if max_chars is None else max_chars
    return f"[{name} · {text.usage(size(own), limit)}]\n{show_entries(shown, most)}"


def render_result(result):
    if result["ok"]:
        return f"{result['message']} ({result['usage']})"
    refusal = f"Refused: {result['message']}\n{result['usage']}"
    if not result["shown"]:
        return refusal
    return f"{refusal}\nEntries now:\n{show_entries(result['entries'], SHOWN_CHARACTERS)}"


def hidden_characters(entry):
    hidden = [one for one in dict.fromkeys(INVISIBLE.findall(entry)) if one not in "\u200c\u200d\ufe0e\ufe0f"]
    if not hidden:
        return None
    names = ", ".join(f"U+{ord(one):04X}" for one in hidden[:3])
    return f"it has hidden characters ({names}{', …' if len(hidden) > 3 else ''})"


def withhold(policies, entry):
    """Why an entry may be neither kept nor shown; None where it may."""
    for policy in policies:
        if policy["name"] == "no_hidden_characters":
            reason = hidden_characters(entry)
            if reason is not None:
                return reason
    return None


def refuse_pinned(before, after, prefix):
    for entry in before:
        if entry.startswith(prefix) and entry not in after:
            return f"{quote(entry)} is pinned: it cannot be replaced or removed."
    for entry in after:
        if entry.startswith(prefix) and entry not in before:
            return f"{quote(entry)} would be pinned: only a person can pin an entry."
    return None


def key_of(entry):
    return re.sub(r" ?\.\Z", "", text.trim(re.sub(f"[{text.WHITE_SPACE}]+", " ", entry.lower())))


def refuse_near_duplicates(before, after):
    added = [entry for entry in after if entry not in before]
    seen = {}
    for entry in [entry for entry in after if entry in before] + added:
        twin = seen.get(key_of(entry))
        if twin is not None and entry in added:
            return f"{quote(entry)} says the same as {quote(twin)}: replace that entry, if the new one is better."
        seen[key_of(entry)] = entry
    return None


def refuse_change(policies, before, after):
    """A sentence that refuses a change; None where it may be made."""
    for policy in policies:
        reasons = [withhold([policy], entry) for entry in after if entry not in before]
        reason = next((one for one in reasons if one is not None), None)
        refusal = None if reason is None else f"that is not remembered: {reason}."
        if policy["name"] == "pinned":
            refusal = refuse_pinned(before, after, policy["prefix"])
        if policy["name"] == "no_near_duplicates":
            refusal = refuse_near_duplicates(before, after)
        if refusal is not None:
            return refusal
    return None


def call_memory(target, label, entries, limit, ops, policies=()):
    result = apply_ops(target, entries, limit, ops, label, policies)
    before = [text.well_formed(entry) for entry in entries]
    refusal = refuse_change(policies, before, result["entries"]) if result["ok"] else None
    if refusal is not None:
        result = {
            "ok": False,
            "entries": before,
            "message": refusal,
            "usage": text.usage(size(before), limit),
            "shown": False,
        }
    reasons = [(entry, withhold(policies, entry)) for entry in result["entries"]]
    shown = [entry if reason is None else f"[withheld: {reason}]" for entry, reason in reasons]
    answer_text = render_result({**result, "entries": shown})
    if result["ok"] and 10 * size(result["entries"]) > 9 * limit:
        answer_text += (
            f"\n{name_target(target, label)} is over 90% full: "
            "replace overlapping entries with one shorter entry, or remove stale ones."
        )
    return {"ok": result["ok"], "text": answer_text, "entries": result["entries"]}


def refuse_constant(name):
    raise ValueError(f"{name} is no JSON")


def parse(given):
    """The JSON value in a text, None where there is none."""
    try:
        return json.loads(text.trim(given), parse_constant=refuse_constant)
    except (ValueError, RecursionError):
        return None


FIELDS = {
    "action": ["action"],
    "content": ["content"],
    "new_text": ["new_text", "new_string", "newText"],
    "old_text": ["old_text", "old_string", "oldText"],
}


def read_fields(value):
    source = value if isinstance(value, dict) else {}
    fields = {}
    for field, names in FIELDS.items():
        there = [source[name] for name in names if source.get(name) is not None]
        if there:
            fields[field] = there[0]
    return fields


def read_operations(operations):
    """A list of operations; empty where there are none."""
    if isinstance(operations, str) and not text.is_blank(operations):
        operations = parse(operations)
        if not isinstance(operations, (dict, list)):
            raise Refused("operations is not a list — send a JSON array of operations.")
    if isinstance(operations, dict) and operations:
        return [operations]
    return operations if isinstance(operations, list) else []


def read_target(given, targets):
    if not isinstance(given, str) or text.is_blank(given):
        return "memory" if "memory" in targets else targets[0]
    named = text.trim(text.well_formed(given))
    for target in targets:
        if target.lower() == named.lower():
            return target
    listed = " or ".join([", ".join(targets[:-1]), targets[-1]]) if len(targets) > 1 else targets[0]
    raise Refused(f"unknown target {quote(named)} — use {listed}.")


def read_tool_call(value, targets):
    call = parse(value) if isinstance(value, str) else value
    if not isinstance(call, dict):
        call = {}
    try:
        target = read_target(call.get("target"), targets)
        ops = read_operations(call.get("operations"))
    except Refused as refused:
        return {"ok": False, "message": refused.message}
    own = read_fields(call)
    if ops:
        ops = [read_fields(operation) for operation in ops]
    elif own:
        ops = [own]
    return {"ok": True, "target": target, "ops": ops}


def read_memory_call(value, targets):
    call = parse(value) if isinstance(value, str) else value
    given = call.get("target") if isinstance(call, dict) else None
    if not isinstance(given, str) or text.is_blank(given):
        return {"ok": True, "targets": targets}
    try:
        return {"ok": True, "targets": [read_target(given, targets)]}
    except Refused as refused:
        return {"ok": False, "message": refused.message}


def answer(case):
    """The answer to a case of the suite `memory`."""
    op = case.get("op")
    if op == "render_memory":
        return render_memory(
            case["label"], case["entries"], case["limit"], case.get("max_chars"), case.get("policies", [])
        )
    if op == "render_result":
        return render_result(case["result"])
    if op == "read_tool_call":
        return read_tool_call(case["value"], case["targets"])
    if op == "read_memory_call":
        return read_memory_call(case["value"], case["targets"])
    if op == "call_memory":
        return call_memory(
            case["target"], case["label"], case["entries"], case["limit"], case["ops"], case.get("policies", [])
        )
    if op == "policy":
        if "entry" in case:
            return withhold([case["policy"]], case["entry"])
        return refuse_change([case["policy"]], case["before"], case["after"])
    return apply_ops(case["target"], case["entries"], case["limit"], case.get("ops"), case.get("label"))
