"""Chapter 2 of the specification, 2.18: results that are a list of blocks."""

import re
from itertools import groupby

import text
import values


def text_block(words):
    return {"type": "text", "text": words}


def has_text(block):
    """Whether a block is one of text, or a resource that has a text."""
    resource = block.get("resource") if block["type"] == "resource" else None
    return is_text(block) or (isinstance(resource, dict) and isinstance(resource.get("text"), str))


def is_text(block):
    return block["type"] == "text"


def text_of(block):
    return block["text"] if is_text(block) else block["resource"]["text"]


def with_text(block, words):
    return {**block, "text": words} if is_text(block) else {**block, "resource": {**block["resource"], "text": words}}


def is_image(block):
    return block["type"] == "image"


def image_digests(blocks):
    return [text.digest(block["data"]) for block in blocks if is_image(block)]


def prepare(blocks, clean):
    """The blocks without blank texts, the other texts cleaned."""
    cleaned = [with_text(block, clean(text_of(block))) if has_text(block) else block for block in blocks]
    return [block for block in cleaned if not has_text(block) or not text.is_blank(text_of(block))]


def bytes_of(block):
    return len(re.findall("[A-Za-z0-9+/]", block["data"])) * 3 // 4


def image_name(block):
    mime_type = values.one_lined_name(block["mimeType"])
    return f"image {mime_type}, {bytes_of(block)} bytes, sha {text.digest(block['data'])[:8]}"


def describe(block):
    if has_text(block):
        return text_of(block)
    if is_image(block):
        return f"[{image_name(block)}]"
    return f"[{values.one_lined_name(block['type'])}]"


def join(texts):
    """The texts, each beginning on a line of its own."""
    ended = [one if one.endswith("\n") else one + "\n" for one in texts[:-1]]
    return "".join([*ended, *texts[-1:]])


def joined_text(blocks):
    return join([text_of(block) for block in blocks if has_text(block)])


def stored_text(blocks):
    return join([describe(block) for block in blocks])


def parts(blocks):
    """What two results are compared by: each run of text blocks as one text, and the other blocks."""
    runs = [(is_words, list(run)) for is_words, run in groupby(blocks, is_text)]
    return [part for is_words, run in runs for part in ([join([block["text"] for block in run])] if is_words else run)]


def other_lines(blocks):
    """The lines of the stored text, from 0, that stand for blocks that have no text."""
    others, line = [], 0
    for block in blocks:
        if not has_text(block):
            others.append(line)
        line += len(text.lines_of(text_of(block))) if has_text(block) else 1
    return others


def place_texts(result_id, blocks, joined):
    """The blocks with the head; their texts are one, `joined`, unless that is None."""
    if not any(has_text(block) for block in blocks):
        return [text_block(f"[{result_id}]" if joined is None else f"[{result_id}]\n{joined}"), *blocks]
    first = next(place for place, block in enumerate(blocks) if has_text(block))
    rest = [block for block in blocks[first + 1 :] if joined is None or not has_text(block)]
    shown = text_of(blocks[first]) if joined is None else joined
    return [*blocks[:first], with_text(blocks[first], f"[{result_id}]\n{shown}"), *rest]


def insert(result_id, blocks, joined, images, most_bytes):
    """The blocks to insert. `images` has the result that shows an image, by the digest of its data."""

    def refer(block):
        if not is_image(block):
            return block
        shown_by = images.get(text.digest(block["data"]))
        if shown_by:
            return text_block(f"[image unchanged since {shown_by}]")
        if bytes_of(block) > most_bytes:
            return text_block(f"[{image_name(block)}: larger than {most_bytes} bytes, not shown]")
        return block

    return [refer(block) for block in place_texts(result_id, blocks, joined)]
