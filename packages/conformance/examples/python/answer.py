"""Answers every suite: chapter 5 of the specification, section 5.5.

npx @lembas/conformance --command "python3 answer.py"
"""

import json
import sys

import context
import jobs_note
import memory
import messages
import text

SUITES = {
    "format": text.answer,
    "context": context.answer,
    "memory": memory.answer,
    "jobs-note": jobs_note.answer,
    "messages": messages.answer,
}


def answer(message):
    if message["cmd"] == "start":
        return {
            "version": 1,
            "suites": list(SUITES),
            "features": sorted({*text.FEATURES, *context.FEATURES, *memory.FEATURES}),
            "name": "the Python example",
        }
    suite = SUITES.get(message["suite"])
    if suite is None:
        return {"seq": message["seq"], "skipped": True, "message": f"no suite {message['suite']}"}
    try:
        return {"seq": message["seq"], "result": suite(message["case"])}
    except Exception as error:
        return {"seq": message["seq"], "errored": True, "message": f"{type(error).__name__}: {error}"}


for line in sys.stdin:
    request = json.loads(line)
    if request["cmd"] == "stop":
        break
    print(json.dumps(answer(request)), flush=True)
