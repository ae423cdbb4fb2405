"""Chapter 2 of the specification, 2.18: results that are a list of blocks."""

import re

import text


def text_block(words):
    return {"type": "text", "text": words}


def is_text(block):
    return block["type"] == "text"


def is_image(block):
    return block["type"] == "image"


def image_digests(blocks):
    return [text.digest(block["data"]) for block in blocks if is_image(block)]


def prepare(blocks, clean):
    """The blocks without blank texts, the other texts cleaned."""
    cleaned = [{**block, "text": clean(block["text"])} if is_text(block) else block for block in blocks]
    return [block for block in cleaned if not is_text(block) or not text.is_blank(block["text"])]


def describe(block):
    if is_text(block):
        return block["text"]
    if is_image(block):
        size = len(re.findall("[A-Za-z0-9+/]", block["data"])) * 3 // 4
        return f"[image {block['mimeType']}, {size} bytes, sha {text.digest(block['data'])[:8]}]"
    return f"[{block['type']}]"


def join(texts):
    """The texts, each beginning on a line of its own."""
    ended = [one if one.endswith("\n") else one + "\n" for one in texts[:-1]]
    return "".join([*ended, *texts[-1:]])


def stored_text(blocks):
    return join([describe(block) for block in blocks])


def other_lines(blocks):
    """The lines of the stored text, from 0, that stand for blocks that are no text."""
    others, line = [], 0
    for block in blocks:
        if not is_text(block):
            others.append(line)
        line += len(text.lines_of(block["text"])) if is_text(block) else 1
    return others


def place_texts(result_id, blocks, joined):
    """The blocks with the head; their texts are one, `joined`, unless that is None."""
    if not any(is_text(block) for block in blocks):
        return [text_block(f"[{result_id}]"), *blocks]
    first = next(place for place, block in enumerate(blocks) if is_text(block))
    rest = [block for block in blocks[first + 1 :] if joined is None or not is_text(block)]
    shown = blocks[first]["text"] if joined is None else joined
    return [*blocks[:first], {**blocks[first], "text": f"[{result_id}]\n{shown}"}, *rest]


def insert(result_id, blocks, joined, images):
    """The blocks to insert. `images` has the result that shows an image, by the digest of its data."""

    def refer(block):
        shown_by = images.get(text.digest(block["data"])) if is_image(block) else None
        return text_block(f"[image unchanged since {shown_by}]") if shown_by else block

    return [refer(block) for block in place_texts(result_id, blocks, joined)]
