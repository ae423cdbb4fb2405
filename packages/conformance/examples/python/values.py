"""JSON values: their numbers are IEEE doubles, whatever Python makes of them."""

import json
import math
import re
from decimal import Decimal

import text


def is_number(value):
    # True and False are ints to Python.
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def to_double(value):
    try:
        return float(value)
    except OverflowError:
        return math.copysign(math.inf, value)


def finite_of(value):
    """The double that a value is; None where it is no finite number."""
    return to_double(value) if is_number(value) and math.isfinite(to_double(value)) else None


def digits_of(number):
    """A double as RFC 8785 writes it: the shortest digits, an exponent only below 1e-6 and from 1e21 on."""
    if number == 0:
        return "0"
    sign, digits, exponent = Decimal(repr(abs(number))).normalize().as_tuple()
    shown = "".join(map(str, digits))
    point = len(shown) + exponent
    minus = "-" if number < 0 else ""
    if -6 < point <= 21:
        return minus + format(Decimal((sign, digits, exponent)), "f")
    fraction = f".{shown[1:]}" if len(shown) > 1 else ""
    return f"{minus}{shown[0]}{fraction}e{point - 1:+d}"


def canonical(value):
    """The same text for two values where they are equal as JSON values."""
    if is_number(value):
        # Adding 0.0 makes -0.0 the same as 0.0.
        return repr(to_double(value) + 0.0)
    if isinstance(value, list):
        return f"[{','.join(map(canonical, value))}]"
    if isinstance(value, dict):
        return "{" + ",".join(f"{json.dumps(key)}:{canonical(value[key])}" for key in sorted(value)) + "}"
    return json.dumps(value)


def well_formed(value):
    """The value with every text in it made well-formed."""
    if isinstance(value, str):
        return text.well_formed(value)
    if isinstance(value, list):
        return [well_formed(item) for item in value]
    if isinstance(value, dict):
        return {well_formed(key): well_formed(item) for key, item in value.items()}
    return value


CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def one_lined_name(name):
    """2.3: a path, or another name that a result brings, as it is shown."""
    shown = name if len(name) <= 400 else "\u2026" + name[-400:]
    if "]" in shown or '"' in shown:
        shown = json.dumps(shown, ensure_ascii=False)
    return CONTROL.sub(lambda found: json.dumps(found[0])[1:-1] if found[0] < "\x7f" else f"\\u{ord(found[0]):04x}", shown)
