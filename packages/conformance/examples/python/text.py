"""Chapter 1 of the specification: how text is counted, split, cut and cleaned."""

import hashlib
import math
import re
from itertools import accumulate

from terminal import clean_terminal

# 1.3. Not str.strip's own idea of it, which takes U+001C to U+001F and U+0085 and leaves U+FEFF.
WHITE_SPACE = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
WHITE_RUN = re.compile(f"[{WHITE_SPACE}]+")
SURROGATE = re.compile("[\ud800-\udfff]")


def well_formed(text):
    return SURROGATE.sub("\ufffd", text)


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def lines_of(text):
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def trim(text):
    return text.strip(WHITE_SPACE)


def is_blank(text):
    return trim(text) == ""


def count(number):
    return f"{number:,}"


def plural(number, noun):
    return f"{count(number)} {noun}" if number == 1 else f"{count(number)} {noun}s"


def percent(used, limit):
    return min(100, 100 * used // limit)


def usage(used, limit):
    return f"{percent(used, limit)}% — {count(used)}/{count(limit)} chars"


def duration(seconds):
    # Numbers are doubles, and Python reads 1e21 as one but 1000000000000000000001 not.
    double = float(seconds)
    whole = math.floor(double) if math.isfinite(double) and double > 0 else 0
    if whole < 60:
        return f"{whole}s"
    if whole < 3600:
        return f"{whole // 60}m {whole % 60:02}s"
    return f"{whole // 3600}h {whole % 3600 // 60:02}m"


def first_characters(text, characters):
    return text[:characters]


def last_characters(text, characters):
    return text[max(0, len(text) - characters) :]


def cut(text, characters):
    return text if len(text) <= characters else text[:characters] + "…"


def tail(text, characters):
    return text if len(text) <= characters else "…" + last_characters(text, characters)


def label(text, characters=200):
    return next((cut(trim(line), characters) for line in re.split("[\n\r]", text) if not is_blank(line)), "")


def one_lined(text):
    def shorten(run):
        return " " if "\n" in run[0] or "\r" in run[0] else run[0]

    return cut(WHITE_RUN.sub(shorten, trim(text)), 1000)


def block(text):
    lines = text.split("\n")
    while lines and is_blank(lines[0]):
        lines.pop(0)
    return "\n".join(lines).rstrip(WHITE_SPACE)


def budgets_of(given):
    budgets = {"max_lines": 400, "max_chars": 40_000, **given}
    for unit in ("lines", "chars"):
        whole = budgets[f"max_{unit}"]
        head, end = budgets.get(f"head_{unit}"), budgets.get(f"tail_{unit}")
        if head is None and end is None:
            head, end = whole // 2, whole // 4
        elif head is None:
            head = min(whole // 2, whole - end)
        elif end is None:
            end = min(whole // 4, whole - head)
        budgets[f"head_{unit}"], budgets[f"tail_{unit}"] = head, end
    return budgets


FEATURES = ["measure"]
GREATEST = 2**53 - 1
MEASURES = {
    "utf8_bytes": lambda text: len(text.encode()),
    "words": lambda text: len(re.findall(f"[^{WHITE_SPACE}]+", text)),
    "halved_when_even": lambda text: len(text) // 2 if len(text) % 2 == 0 else len(text),
}


def measure_of(name):
    """1.14: the measure that a case names; without a name the number of characters."""
    return MEASURES[name] if name else len


def longest_fitting(text, lengths, budget, measure=len, piece=first_characters):
    """1.14: how many of the pieces of these lengths, starts (or ends) of the text, fit; found by halving."""
    if not lengths or budget >= GREATEST:
        return len(lengths)
    reach, next_length = lengths[-1], max(budget, 1)
    while next_length < lengths[-1]:
        if measure(piece(text, next_length)) > budget:
            reach = next_length
            break
        next_length *= 2
    above, fitting = sum(length <= reach for length in lengths), 0
    if above == 0 or measure(piece(text, lengths[above - 1])) <= budget:
        return above
    while above - fitting > 1:
        middle = (fitting + above) // 2
        if measure(piece(text, lengths[middle - 1])) <= budget:
            fitting = middle
        else:
            above = middle
    return fitting


def count_fitting(lines, most_lines, budget, measure=len, piece=first_characters):
    """How many of the lines, from the first (or the last), fit when joined."""
    lines = lines[:most_lines] if piece is first_characters else lines[max(0, len(lines) - most_lines) :]
    ordered = lines if piece is first_characters else lines[::-1]
    lengths = [length - 1 for length in accumulate(len(line) + 1 for line in ordered)]
    return longest_fitting("\n".join(lines), lengths, budget, measure, piece)


def cut_line(line, budget, measure=len, piece=first_characters):
    """The first (or the last) characters of a line that fit."""
    return piece(line, longest_fitting(line, range(1, len(line) + 1), budget, measure, piece))


def cap_rows(lines, output_id, given, marks, measure=len):
    """1.12 of lines, some of which are marks (2.20), each for so many lines; with `whole`, which rows stand whole."""
    budgets = budgets_of(given)
    body = "\n".join(lines)
    everything = {"text": body, "capped": False, "whole": list(range(len(lines)))}
    if len(lines) <= budgets["max_lines"] and longest_fitting(body, [len(body)], budgets["max_chars"], measure):
        return everything

    head, whole, in_part = [], [], []
    had = 0
    if budgets["head_lines"] > 0 and budgets["head_chars"] > 0:
        had = count_fitting(lines, budgets["head_lines"], budgets["head_chars"], measure)
        head = lines[:had]
        whole += range(had)
        cut = cut_line(lines[0], budgets["head_chars"], measure) if had == 0 and 0 not in marks else ""
        if cut:
            head, had = [cut + " […cut]"], 1
        in_part += range(had)

    end = []
    if budgets["tail_lines"] > 0 and budgets["tail_chars"] > 0 and had < len(lines):
        left, limits = lines[had:], (budgets["tail_chars"], measure, last_characters)
        fitting = count_fitting(left, budgets["tail_lines"], *limits)
        end = lines[len(lines) - fitting :]
        whole += range(len(lines) - fitting, len(lines))
        cut = cut_line(lines[-1], *limits) if fitting == 0 and len(lines) - 1 not in marks else ""
        if cut:
            end, fitting = ["[cut…] " + cut], 1
        in_part += range(len(lines) - fitting, len(lines))

    if len(whole) == len(lines):
        return everything
    in_no_part = sum(marks.get(row, 1) for row in set(range(len(lines))) - set(in_part))
    recall = f", full output {output_id}" if output_id else ""
    elided = f"[{in_no_part} lines elided{recall}]"
    return {"text": "\n".join([*head, elided, *end]), "capped": True, "whole": whole}


def cap(text, output_id, given, measure=len):
    capped = cap_rows(lines_of(text), output_id, given, {}, measure)
    return {"text": capped["text"], "capped": capped["capped"]}


def characters_of(case):
    """How many characters, or the first or the last of them."""
    if "first" in case:
        return first_characters(case["text"], case["first"])
    return last_characters(case["text"], case["last"]) if "last" in case else len(case["text"])


OPERATIONS = {
    "characters": characters_of,
    "lines": lambda case: lines_of(case["text"]),
    "trim": lambda case: trim(case["text"]),
    "blank": lambda case: is_blank(case["text"]),
    "count": lambda case: count(case["n"]),
    "plural": lambda case: plural(case["count"], case["noun"]),
    "percent": lambda case: percent(case["used"], case["limit"]),
    "usage": lambda case: usage(case["used"], case["limit"]),
    "duration": lambda case: duration(case["seconds"]),
    "tail": lambda case: tail(case["text"], case["characters"]),
    "label": lambda case: label(case["text"]),
    "one_lined": lambda case: one_lined(case["text"]),
    "block": lambda case: block(case["text"]),
    "cap": lambda case: cap(case["text"], case.get("output_id"), case.get("budgets", {}), measure_of(case.get("measure"))),
    "clean_terminal": lambda case: clean_terminal(case["text"]),
}


def answer(case):
    """The answer to a case of the suite `format`."""
    return OPERATIONS[case["op"]](case)
