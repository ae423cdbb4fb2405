"""Chapter 6 of the specification, 6.1: the forms of messages, and what each has of calls and results."""

from typing import Any, List, NamedTuple


class Call(NamedTuple):
    id: str
    tool: str
    args: Any


class Result(NamedTuple):
    """A result; its content is the field `key` of `holder`, where it has one whose texts may be changed."""

    call_id: str
    holder: dict
    key: str


class Compaction(NamedTuple):
    """A summary in the place of all before it."""


def are_texts(*found):
    return all(isinstance(one, str) for one in found)


def read_anthropic(message):
    role, content = message.get("role"), message.get("content")
    if role not in ("user", "assistant", "system") or not (content is None or isinstance(content, (str, list))):
        return None
    parts: List[Any] = []
    for block in content if isinstance(content, list) else []:
        if not isinstance(block, dict):
            continue
        kind = (role, block.get("type"))
        if kind == ("assistant", "tool_use") and are_texts(block.get("id"), block.get("name")):
            parts.append(Call(block["id"], block["name"], block.get("input")))
        elif kind == ("assistant", "compaction"):
            parts.append(Compaction())
        elif kind == ("user", "tool_result") and are_texts(block.get("tool_use_id")):
            parts.append(Result(block["tool_use_id"], block, "content"))
    return parts


def read_chat_call(call):
    if not isinstance(call, dict) or not are_texts(call.get("id")):
        return []
    function, custom = call.get("function"), call.get("custom")
    if isinstance(function, dict) and are_texts(function.get("name")):
        return [Call(call["id"], function["name"], function.get("arguments"))]
    if isinstance(custom, dict) and are_texts(custom.get("name")):
        return [Call(call["id"], custom["name"], {"input": custom.get("input")})]
    return []


def read_chat(message):
    role = message.get("role")
    if not are_texts(role):
        return None
    if role == "tool":
        if not are_texts(message.get("tool_call_id")):
            return None
        return [Result(message["tool_call_id"], message, "content")]
    calls = message.get("tool_calls")
    if role != "assistant" or not isinstance(calls, list):
        return []
    return [part for call in calls for part in read_chat_call(call)]


def read_responses(item):
    kind, call_id, name = item.get("type"), item.get("call_id"), item.get("name")
    if kind is None and not are_texts(item.get("role")):
        return None
    if kind == "compaction":
        return [Compaction()]
    if kind in ("function_call_output", "custom_tool_call_output") and are_texts(call_id):
        return [Result(call_id, item, "output")]
    if kind == "function_call" and are_texts(call_id, name):
        return [Call(call_id, name, item.get("arguments"))]
    if kind == "custom_tool_call" and are_texts(call_id, name):
        return [Call(call_id, name, {"input": item.get("input")})]
    return []


def read_model_messages(message):
    role, content = message.get("role"), message.get("content")
    if role not in ("system", "user", "assistant", "tool") or not isinstance(content, (str, list)):
        return None
    parts: List[Any] = []
    for part in content if isinstance(content, list) else []:
        if not isinstance(part, dict) or not are_texts(part.get("toolCallId"), part.get("toolName")):
            continue
        kind = (role, part.get("type"))
        if kind == ("assistant", "tool-call") and part.get("providerExecuted") is not True:
            parts.append(Call(part["toolCallId"], part["toolName"], part.get("input")))
        elif kind == ("tool", "tool-result"):
            output = part.get("output")
            has_texts = isinstance(output, dict) and output.get("type") in ("text", "error-text", "content")
            parts.append(Result(part["toolCallId"], output if has_texts else {}, "value"))
    return parts


FORMS = {
    "anthropic": read_anthropic,
    "chat": read_chat,
    "responses": read_responses,
    "model_messages": read_model_messages,
}


def read_any(message):
    """The parts of a message of whatever form: no message has some in two."""
    for read in FORMS.values():
        parts = read(message)
        if parts:
            return parts
    return []


def parts_of(messages, read):
    return [part for message in messages if isinstance(message, dict) for part in read(message) or []]


def is_text_block(block):
    return (
        isinstance(block, dict) and block.get("type") in ("text", "input_text") and isinstance(block.get("text"), str)
    )


def pieces_of(content):
    """The content of a result in pieces: a text for each of its texts, and the type of each other block in a list."""
    if isinstance(content, str):
        return [content]
    if is_text_block(content):
        return [content["text"]]
    if not isinstance(content, list):
        return []

    def piece_of(block):
        if is_text_block(block):
            return block["text"]
        named = isinstance(block, dict) and isinstance(block.get("type"), str)
        return [block["type"] if named else "unknown"]

    return [piece_of(block) for block in content]


def content_with(content, texts):
    """The content with other texts; None for a block that goes, which leaves what else it has to the first."""
    if isinstance(content, str):
        return texts[0]
    if isinstance(content, dict):
        return {**content, "text": texts[0]}
    carried = {}
    for block, words in zip(content, texts):
        if is_text_block(block) and words is None:
            carried.update(block)
    written = []
    for block, words in zip(content, texts):
        if not is_text_block(block):
            written.append(block)
        elif words is not None:
            written.append({**block, **carried, "type": block["type"], "text": words})
            carried = {}
    return written
