"""Entries of a log, and proof files about them."""

import copy
import json

from checkpoints import KEYS, NAMES, SHORT as CUT, log_line, note, verifier_key, witness_line
from common import *
from manifests import EDITED, PLAIN, manifest_text
from merkle import path, root
from statements import FIRST, GIVEN, LEFT, OFFER, PINNED, REPLACED, ROTATED, SECOND, T, TAKEN, claim, key_change, signed


def entry(time, content):
    return lines("ibi-log-v1", time) + content


def alert(problem, *claimants):
    return lines("ibi-alert-v1", REPOSITORY, problem, *claimants)


CLAIMANTS = sorted([f"{SERVICE_C} none", f"{SERVICE_B} {text_hash(FIRST)}"])
ALERT = alert("two-originals", *CLAIMANTS)
ENTRIES = [
    entry(T[0], signed(PINNED, LOG)),
    entry(T[0], signed(key_change("pinned", SERVICE_B, B, None, T[0]), LOG)),
    entry(T[0], signed(FIRST, A)),
    entry(T[1], signed(SECOND, A)),
    entry(T[2], ALERT),
    entry(T[2], signed(GIVEN, A)),
    entry(T[3], signed(TAKEN, B)),
    entry(T[4], signed(LEFT, A)),
    entry(T[5], signed(ROTATED, A)),
    entry(T[6], alert("broken-chain")),
]
GOOD = ENTRIES[2]
START = line_start(GOOD, 2)
BAD_ENTRIES = [
    ("", "log-entry/kind", 0, "nothing"),
    ("ibi-log-v2\n", "log-entry/kind", 0, "another version"),
    ("ibi-log-v1\n2026", "log-entry/time", 15, "no line feed"),
    bad(GOOD, 1, "today", "instant/form", "no moment"),
    (GOOD[:START], "signed/lines", START, "no content"),
    (entry(T[0], signed(OFFER, A)), "log-entry/secret", START, "an offer, which is secret"),
    (GOOD + "\n", "statement/end", START + len(FIRST), "a line feed too many"),
    bad(ENTRIES[4], 3, "x", "ibi/no-slash", "no label", 1),
    bad(ENTRIES[4], 4, "Two Originals", "alert/problem", "no code"),
    (entry(T[0], lines("ibi-alert-v1", REPOSITORY)), "alert/problem", START + 13 + len(REPOSITORY) + 1, "no code at all"),
    bad(ENTRIES[4], 5, SERVICE_A, "alert/claimant", "no claim", len(SERVICE_A)),
    bad(ENTRIES[4], 5, "x none", "ibi/no-slash", "no Archive", 1),
    bad(ENTRIES[4], 5, SERVICE_A + " x", "hash/digits", "no hash", len(SERVICE_A) + 1),
    (ENTRIES[4][:-1], "hash/digits", ENTRIES[4].rindex(" ") + 1, "no line feed at the end"),
    (ENTRIES[4] + "\n", "alert/claimant", len(ENTRIES[4]), "a line feed too many"),
    (entry(T[0], alert("two-originals", *CLAIMANTS[::-1])), "alert/order", START + len(ALERT), "claimants in another order"),
    (entry(T[0], alert("x", *[f"{SERVICE_A} none"] * 65)), "alert/many", START + 13 + len(REPOSITORY) + 1, "too many claimants"),
]


def checkpoint(entries, *witnesses):
    text = f"{ORIGIN}\n{len(entries)}\n{b64(root(entries))}\n"
    return note(text, log_line(text, LOG), *[witness_line(text, key, name) for key, name in witnesses])


def logged(entries, *indexes):
    return [{"index": index, "entry": entries[index], "path": [b64(one) for one in path(index, entries)]} for index in indexes]


def proof(entries, history, keys, **members):
    return {
        "format": "ibi-proof-v1",
        "label": REPOSITORY,
        "manifest": EDITED,
        "history": logged(entries, *history),
        "keys": logged(entries, *keys),
        "checkpoint": checkpoint(entries, (W1, NAMES[0])),
        "logKey": KEYS[0],
        "witnessKeys": [KEYS[1]],
        **members,
    }


TRUSTED = {"logs": [KEYS[0]], "witnesses": [KEYS[1]]}
WHOLE = proof(ENTRIES, [2, 3, 5, 6], [0, 1])


def edited(base, change):
    document = copy.deepcopy(base)
    change(document)
    return document


def without_manifest(document):
    del document["manifest"]


def forge(place):
    def change(document):
        text = document["history"][place]["entry"]
        document["history"][place]["entry"] = replaced(text, 11, b64(bytes(64)))

    return change


def forge_key(document):
    document["keys"][0]["entry"] = replaced(document["keys"][0]["entry"], 9, b64(bytes(64)))


def swap(document):
    document["history"][0], document["history"][1] = document["history"][1], document["history"][0]


def other_log(document):
    text = document["checkpoint"].split("\n\n")[0] + "\n"
    document["checkpoint"] = note(text, log_line(text, W2))
    document["logKey"] = verifier_key(ORIGIN, 1, W2)


def other_origin(document):
    text = document["checkpoint"].split("\n\n")[0].replace(ORIGIN, "elsewhere.example/log") + "\n"
    document["checkpoint"] = note(text, log_line(text, LOG))


def unsigned(document):
    text = document["checkpoint"].split("\n\n")[0] + "\n"
    document["checkpoint"] = note(text, witness_line(text, W1, NAMES[0]))


def other_signer(document):
    text = document["checkpoint"].split("\n\n")[0] + "\n"
    document["checkpoint"] = note(text, log_line(text, W2, "elsewhere.example/log"))
    document["witnessKeys"] = [verifier_key("elsewhere.example/log", 1, W2)]


def false_witness(document):
    document["checkpoint"] += witness_line("x", W2, NAMES[1])
    document["witnessKeys"].append(KEYS[2])


def cut(document):
    document["checkpoint"] += CUT


def own_witness(document):
    text = document["checkpoint"].split("\n\n")[0] + "\n"
    document["checkpoint"] = note(text, log_line(text, LOG), witness_line(text, W2, NAMES[1]))
    document["witnessKeys"] = [KEYS[2]]


CLAIMED = text_hash("x")
LATER = ENTRIES[:8] + [entry(T[5], signed(REPLACED, LOG)), entry(T[6], signed(claim(SERVICE_A, "Copy", CLAIMED, T[4], text_hash(LEFT)), A))]
LOST = proof(LATER, [2, 3, 5, 6, 7, 9], [0, 1, 8])
ROTATED_LOG = ENTRIES[:9] + [entry(T[6], signed(claim(SERVICE_A, "Copy", CLAIMED, T[4], text_hash(LEFT)), A)), entry(T[7], signed(claim(SERVICE_A, "Copy", CLAIMED, T[7], text_hash(claim(SERVICE_A, "Copy", CLAIMED, T[4], text_hash(LEFT)))), A))]
GONE = proof(ROTATED_LOG, [2, 3, 5, 6, 7, 9], [0, 1, 8])
FALSE_KEYS = [entry(T[0], signed(PINNED, A))] + ENTRIES[1:]
FALSE_ROTATION = ENTRIES[:8] + [entry(T[5], signed(ROTATED, B))]
BACKWARDS = ENTRIES[:2] + [entry(T[1], signed(FIRST, A)), entry(T[0], signed(SECOND, A))]
RIVALS = ENTRIES[:3] + [entry(T[1], signed(claim(SERVICE_B, "Original", text_hash("y"), T[1]), B))]


def named(**members):
    return lambda document: document.update(members)


# The steps that do not pass: (step, verdict, faults).
# Faults of what other Archives than the holder said: they fail no step.
OF_OTHERS = {"two originals": [{"step": "history", "problem": "history/rival", "entry": 3}]}

PROOFS = [
    ("everything", WHOLE, TRUSTED, []),
    ("the first claim", proof(ENTRIES, [2], [0], manifest=PLAIN), TRUSTED, []),
    ("by the IBIp", edited(WHOLE, named(label=IBIP)), TRUSTED, []),
    ("by a label that only the manifest has", None, TRUSTED, []),
    ("a key that was rotated later", proof(ENTRIES, [2, 3, 5, 6], [0, 1, 8]), TRUSTED, []),
    ("a reader that knows no key", WHOLE, None, [("log-key", "unproven", [("proof/log-unconfirmed", None)]), ("witnesses", "unproven", [("proof/no-witness", None)])]),
    ("no manifest", edited(WHOLE, without_manifest), TRUSTED, [("manifest", "unproven", [("proof/no-manifest", None)])]),
    ("claims are missing", proof(ENTRIES, [6], [0, 1]), TRUSTED, [("history", "unproven", [("history/gap", 6)])]),
    ("a witness that the reader does not know", edited(WHOLE, own_witness), TRUSTED, [("witnesses", "unproven", [("proof/no-witness", None)])]),
    ("another manifest", edited(WHOLE, named(manifest=PLAIN)), TRUSTED, [("manifest", "failed", [("proof/manifest", 6)])]),
    ("another label", edited(WHOLE, named(label=SERVICE_C)), TRUSTED, [("label", "failed", [("proof/label", 6)])]),
    ("another label, and no manifest", edited(WHOLE, lambda one: (without_manifest(one), named(label=SERVICE_C)(one))), TRUSTED,
        [("manifest", "unproven", [("proof/no-manifest", None)]), ("label", "failed", [("proof/label", 6)])]),
    ("a forged claim", edited(WHOLE, forge(1)), TRUSTED, [("claims", "failed", [("proof/signature", 3)]), ("inclusion", "failed", [("merkle/root", 3)])]),
    ("a forged key", edited(WHOLE, forge_key), TRUSTED, [("keys", "failed", [("proof/signature", 0)]), ("inclusion", "failed", [("merkle/root", 0)])]),
    ("a key that the Archive pinned itself", proof(FALSE_KEYS, [2, 3, 5, 6], [0, 1]), TRUSTED, [("keys", "failed", [("keys/signer", 0)])]),
    ("a key that somebody else rotated", proof(FALSE_ROTATION, [2, 3, 5, 6], [0, 1, 8]), TRUSTED, [("keys", "failed", [("keys/signer", 8)])]),
    ("a log whose time goes back", proof(BACKWARDS, [2, 3], [0]), TRUSTED, [("history", "failed", [("proof/order", 3)])]),
    ("no key", proof(ENTRIES, [2, 3, 5, 6], [1]), TRUSTED, [("claim-keys", "failed", [("proof/key-unknown", 2), ("proof/key-unknown", 3), ("proof/key-unknown", 5)])]),
    ("keys out of order", proof(ENTRIES, [2, 3, 5, 6], [1, 0]), TRUSTED, [("keys", "failed", [("proof/order", 0)])]),
    ("a claim with a key that was lost", LOST, TRUSTED, [("claim-keys", "failed", [("proof/key-replaced", 9)])]),
    ("a claim of before the rotation that was logged later", edited(GONE, without_manifest), TRUSTED, [("manifest", "unproven", [("proof/no-manifest", None)])]),
    ("a claim with a key that was rotated before", edited(proof(ROTATED_LOG, [2, 3, 5, 6, 7, 9, 10], [0, 1, 8]), without_manifest), TRUSTED,
        [("manifest", "unproven", [("proof/no-manifest", None)]), ("claim-keys", "failed", [("proof/key-expired", 10)])]),
    ("two originals", edited(proof(RIVALS, [2, 3], [0, 1]), without_manifest), TRUSTED, [("manifest", "unproven", [("proof/no-manifest", None)])]),
    ("out of order", edited(WHOLE, swap), TRUSTED, [("history", "failed", [("proof/order", 2), ("history/gap", 3), ("history/previous", 2)])]),
    ("another index", edited(WHOLE, lambda one: one["history"][0].update(index=3)), TRUSTED, [("history", "failed", [("proof/order", 3)]), ("inclusion", "failed", [("merkle/root", 3)])]),
    ("the head of another log", edited(WHOLE, other_log), TRUSTED,
        [("keys", "failed", [("keys/signer", 0), ("keys/signer", 1)]), ("log-key", "failed", [("proof/log-unknown", None)]), ("witnesses", "unproven", [("proof/no-witness", None)])]),
    ("another origin", edited(WHOLE, other_origin), TRUSTED, [("checkpoint", "failed", [("proof/origin", None)]), ("witnesses", "unproven", [("proof/no-witness", None)])]),
    ("a head that the log has not signed", edited(WHOLE, unsigned), TRUSTED, [("checkpoint", "failed", [("proof/not-signed", None)])]),
    ("a head that only a key of another log has signed", edited(WHOLE, other_signer), TRUSTED,
        [("checkpoint", "failed", [("proof/not-signed", None)]), ("witnesses", "unproven", [("proof/no-witness", None)])]),
    ("a signature of the log that was cut", edited(WHOLE, cut), TRUSTED, [("checkpoint", "failed", [("proof/signature", None)])]),
    ("a false witness", edited(WHOLE, false_witness), TRUSTED, [("checkpoint", "failed", [("proof/signature", None)])]),
]

OTHER_IBIP = "LK47B6W/34PGRBS"
MORE_LABELS = {**PLAIN, "labels": [REPOSITORY, IBIP, OTHER_IBIP]}


def more_labels():
    text = claim(SERVICE_A, "Original", text_hash(manifest_text(MORE_LABELS)), T[0])
    entries = [ENTRIES[0], entry(T[0], signed(text, A))]
    return proof(entries, [1], [0], manifest=MORE_LABELS, label=OTHER_IBIP)


def text_of(change):
    return json.dumps(edited(WHOLE, change))


def in_history(**members):
    return lambda document: document["history"][0].update(members)


BAD_FILES = [
    ("", "proof/format", "nothing"),
    ("[]", "proof/format", "no object"),
    ("{", "proof/format", "no JSON"),
    (text_of(named(format="ibi-proof-v2")), "proof/format", "another version"),
    (text_of(named(label=7)), "proof/member", "a label that is no text"),
    (text_of(named(label="x")), "ibi/no-slash", "no label"),
    (text_of(named(manifest={})), "manifest/format", "no manifest"),
    (text_of(named(history=[])), "proof/history", "no claim"),
    (text_of(named(history={})), "proof/member", "no list"),
    (text_of(named(history=[7])), "proof/member", "a list of numbers"),
    (text_of(named(history=logged(ENTRIES, 0))), "proof/member", "a key as a claim"),
    (text_of(named(history=logged(ENTRIES, 4))), "proof/member", "an alert as a claim"),
    (text_of(named(keys=logged(ENTRIES, 2))), "proof/member", "a claim as a key"),
    (text_of(named(keys=logged(ENTRIES, 4))), "proof/member", "an alert as a key"),
    (text_of(in_history(index="2")), "proof/member", "an index that is no number"),
    (text_of(in_history(entry=7)), "proof/member", "an entry that is no text"),
    (text_of(in_history(entry="x")), "log-entry/kind", "no entry"),
    (text_of(in_history(path="x")), "proof/member", "a path that is no list"),
    (text_of(in_history(path=["x"])), "base64/length", "a path that is not base 64"),
    (text_of(in_history(path=[""] * 65)), "proof/member", "a long path"),
    (text_of(named(checkpoint="x")), "note/no-signatures", "no checkpoint"),
    (text_of(named(logKey="x")), "verifier-key/form", "no key of a log"),
    (text_of(named(witnessKeys="x")), "proof/member", "keys that are no list"),
    (text_of(named(witnessKeys=["x"])), "verifier-key/form", "no key of a witness"),
]


def make():
    write(
        "log-entries",
        {
            "valid": [{"text": text, "leafHash": sha(b"\x00" + text.encode()).hex()} for text in ENTRIES],
            "invalid": problems(BAD_ENTRIES),
        },
    )
    write(
        "proofs",
        {
            "proofs": [
                {
                    "name": name,
                    "proof": document or more_labels(),
                    "trusted": trusted,
                    "steps": [
                        {"step": step, "verdict": verdict, "faults": [{"problem": problem, "entry": index} for problem, index in found]}
                        for step, verdict, found in steps
                    ],
                    **({"ofOthers": OF_OTHERS[name]} if name in OF_OTHERS else {}),
                }
                for name, document, trusted, steps in PROOFS
            ],
            "invalid": [{"text": text, "problem": problem, "why": why} for text, problem, why in BAD_FILES],
        },
    )
