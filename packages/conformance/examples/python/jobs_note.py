"""Chapter 4 of the specification: the message about background work."""

import math
import re

import text
from terminal import clean_terminal, strip_controls
from values import digits_of, finite_of, is_number, to_double

MARKS = {
    "command": "[A background job you started has finished:]",
    "subagent": "[A subagent you started has finished:]",
    "message": "[A message from a subagent you started:]",
    "to_subagent": "[The main agent sent this while you were working — take it into account from here:]",
}
ENDINGS = {
    "stop": "finished",
    "stopped": "was stopped",
    "steps": "stopped at its step limit",
    "budget": "stopped at its budget",
    "error": "failed",
}
COMMAND_ENDINGS = {
    "timeout": "stopped at its time limit",
    "stopped": "was stopped",
    "lost": "was lost with its session",
}


def number_of(value):
    """A number field; None where it is no number."""
    if is_number(value):
        return to_double(value)
    if isinstance(value, str) and re.fullmatch("-?[0-9]+", text.trim(value)):
        return float(text.trim(value))
    return None


def amount_of(value):
    """A number field that is finite and 0 or more; None else."""
    number = number_of(value)
    return number if number is not None and math.isfinite(number) and number >= 0 else None


def text_of(value):
    return text.well_formed(value) if isinstance(value, str) else ""


def stripped_of(value):
    return re.sub("[\x80-\x9f\u2028\u2029]", "", strip_controls(text_of(value)))


def label_of(value):
    number = finite_of(value)
    return text.label(stripped_of(value)) if number is None else digits_of(number)


def one_lined_of(value):
    return text.one_lined(stripped_of(value))


def capped(shown, most_characters, **ends):
    return text.cap(shown, None, {"max_lines": 2**53 - 1, "max_chars": most_characters, **ends})["text"]


def report_of(value, options):
    return capped(text.block(text_of(value)), options.get("text_chars", 20_000))


def name_of(record, about):
    job = label_of(record.get("id")) or "job"
    return f"{job} ({about})" if about else job


def name_subagent(record):
    parts = [label_of(record.get("agent")), label_of(record.get("description"))]
    return name_of(record, ": ".join(part for part in parts if part))


def after(record):
    return f" after {text.duration(number_of(record.get('seconds')) or 0)}"


def whole_output(record):
    log = one_lined_of(record.get("log"))
    return f" Whole output: {log}" if log else ""


def exited_with(exit_code):
    number = number_of(exit_code)
    is_whole = number is not None and math.isfinite(number) and number == math.floor(number)
    return f"exited with {int(number)}" if is_whole else ""


def end_of_command(record):
    """How and why the command ended, and whether it has run."""
    exit_code = record.get("exit")
    signal = label_of(record.get("signal"))
    error = one_lined_of(record.get("error"))
    reason = label_of(record.get("reason"))
    is_watched = isinstance(record.get("unread"), str) and reason not in COMMAND_ENDINGS
    when = after(record) if is_watched or number_of(record.get("seconds")) is not None else ""
    if reason in COMMAND_ENDINGS:
        how = signal if exit_code is None else exited_with(exit_code)
        return f"{COMMAND_ENDINGS[reason]}{f' ({how})' if how else ''}{when}", True
    if exit_code is None and not signal and error:
        return f"could not be started ({error})", False
    end = f"stopped ({signal or 'SIGTERM'})" if exit_code is None else exited_with(exit_code) or "ended"
    return f"{end}{when}{f' ({reason})' if reason else ''}", True


def command_note(record, options):
    end, has_run = end_of_command(record)
    unread = record.get("unread")
    output = text.block(clean_terminal(text_of(unread)))
    header = f"{name_of(record, label_of(record.get('command')))} {end}."
    if has_run and not output:
        was_seen = isinstance(unread, str)
        header += " It printed nothing you had not read." if was_seen else " Its output is not in this note."
    if has_run and record.get("open") is True:
        header += " Its output is still open: more may come."
    header += whole_output(record)
    if not output:
        return header
    head, tail = options.get("head_chars", 0), options.get("tail_chars", 10_000)
    if head > 0:
        output = capped(output, head + tail, head_chars=head, tail_chars=tail)
    else:
        output = text.tail(output, tail)
    return f"{header}\nOutput you had not read:\n{output}"


def count(value, noun):
    return text.plural(math.floor(amount_of(value) or 0), noun)


def tokens_part(record):
    tokens = record.get("tokens")
    return "" if amount_of(tokens) is None else f" · {count(tokens, 'token')}"


def cost_part(record):
    cost = amount_of(record.get("cost"))
    if cost is None or not math.isfinite(cost * 100):
        return ""
    cents = math.floor(cost * 100 + 0.5)
    # True division of doubles: above 2^53 that is another number than cents // 100.
    dollars = math.floor(float(cents) / 100)
    return f" · ${text.count(dollars)}.{cents % 100:02}"


def reason_part(record):
    reason = label_of(record.get("reason"))
    if reason in ("", "stop"):
        return ""
    error = one_lined_of(record.get("error")) if reason == "error" else ""
    return f" · ended: {reason} — {error}" if error else f" · ended: {reason}"


def subagent_note(record, options):
    agent = label_of(record.get("agent"))
    footer = (
        f"[{agent + ' ' if agent else ''}subagent"
        f" · {count(record.get('steps'), 'step')} · {count(record.get('tools'), 'tool call')}"
        f"{tokens_part(record)}{cost_part(record)}{reason_part(record)}]"
    )
    ending = ENDINGS.get(label_of(record.get("reason")), "ended")
    lines = [
        f"{name_subagent(record)} {ending}{after(record)}.{whole_output(record)}",
        report_of(record.get("report"), options) or "(the subagent returned no report)",
        "",
        footer,
    ]
    worktree = one_lined_of(record.get("worktree"))
    if worktree:
        lines.append(f"[worktree] {worktree}")
    return "\n".join(lines)


def message_text(record, options):
    return report_of(record.get("text"), options) or "(the message was empty)"


def job_note(record, options):
    kind = record["kind"]
    mark = text.well_formed(options.get("marks", {}).get(kind) or MARKS[kind])
    if kind == "command":
        note = command_note(record, options)
    elif kind == "subagent":
        note = subagent_note(record, options)
    elif kind == "message":
        note = f"{name_subagent(record)}:\n{message_text(record, options)}"
    else:
        note = message_text(record, options)
    return f"{mark}\n{note}"


def answer(case):
    """The answer to a case of the suite `jobs-note`."""
    return {"text": job_note(case.get("record", case), case.get("options", {}))}
