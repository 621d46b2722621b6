"""Heads of logs as signed notes, keys that verify them, and cosignatures of witnesses: C2SP."""

import struct

from common import *
from merkle import LEAVES, root

SEEN = 1_763_630_000
DASH = "\u2014 "


def key_id(name, kind, raw):
    return sha(name.encode() + b"\n" + bytes([kind]) + raw)[:4]


def verifier_key(name, kind, key):
    return f"{name}+{key_id(name, kind, key.raw).hex()}+{b64(bytes([kind]) + key.raw)}"


def log_line(text, key, name=ORIGIN):
    return f"{DASH}{name} {b64(key_id(name, 1, key.raw) + key.sign(text.encode()))}\n"


def witness_line(text, key, name, seconds=SEEN):
    message = f"cosignature/v1\ntime {seconds}\n{text}".encode()
    return f"{DASH}{name} {b64(key_id(name, 4, key.raw) + struct.pack('>Q', seconds) + key.sign(message))}\n"


def head(leaves, origin=ORIGIN, more=""):
    return f"{origin}\n{len(leaves)}\n{b64(root(leaves))}\n{more}"


def note(text, *signatures):
    return text + "\n" + "".join(signatures)


BODY = head(LEAVES)
NAMES = ["witness.example.com/w1", "dpi.inpe.br/banon/1999/01.09.22.14"]
KEYS = [verifier_key(ORIGIN, 1, LOG), verifier_key(NAMES[0], 4, W1), verifier_key(NAMES[1], 4, W2)]
SIGNED = log_line(BODY, LOG)
COSIGNED = witness_line(BODY, W1, NAMES[0])
STRANGER = f"{DASH}stranger.example {b64(b'12345')}\n"
FORGED = f"{DASH}{ORIGIN} {b64(key_id(ORIGIN, 1, LOG.raw) + bytes(64))}\n"
SHORT = f"{DASH}{ORIGIN} {b64(key_id(ORIGIN, 1, LOG.raw) + bytes(63))}\n"
FOR_EVER = f"{DASH}{NAMES[0]} {b64(key_id(NAMES[0], 4, W1.raw) + bytes([255] * 8) + bytes(64))}\n"
EXTENDED = head(LEAVES, more="one more line\n")
UNICODE = head(LEAVES[:1], origin="arquivo.example/regist\u0072o\u00ad\U0001f512")
UNICODE_NAME = UNICODE.split("\n")[0]


def by(name, is_valid, seconds=None):
    return {"name": name, "seconds": seconds, "isValid": is_valid}


NOTES = [
    ("signed by the log", note(BODY, SIGNED), KEYS, [by(ORIGIN, True)]),
    ("cosigned", note(BODY, SIGNED, COSIGNED, witness_line(BODY, W2, NAMES[1])), KEYS, [by(ORIGIN, True), by(NAMES[0], True, SEEN), by(NAMES[1], True, SEEN)]),
    ("an unknown signature means nothing", note(BODY, STRANGER, SIGNED), KEYS, [by(ORIGIN, True)]),
    ("no known signature", note(BODY, STRANGER), KEYS, []),
    ("no known key", note(BODY, SIGNED, COSIGNED), [], []),
    ("an empty log", note(head([]), log_line(head([]), LOG)), KEYS, [by(ORIGIN, True)]),
    ("another line in the text", note(EXTENDED, log_line(EXTENDED, LOG), witness_line(EXTENDED, W1, NAMES[0])), KEYS, [by(ORIGIN, True), by(NAMES[0], True, SEEN)]),
    ("a name beyond ASCII", note(UNICODE, log_line(UNICODE, LOG, UNICODE_NAME)), [verifier_key(UNICODE_NAME, 1, LOG)], [by(UNICODE_NAME, True)]),
    ("a forged signature", note(BODY, FORGED), KEYS, [by(ORIGIN, False)]),
    ("a true and a forged signature", note(BODY, SIGNED, FORGED), KEYS, [by(ORIGIN, True), by(ORIGIN, False)]),
    ("a signature of 63 bytes", note(BODY, SHORT), KEYS, [by(ORIGIN, False)]),
    ("a time beyond all calendars", note(BODY, SIGNED, FOR_EVER), KEYS, [by(ORIGIN, True), by(NAMES[0], False)]),
    ("a cosignature of another time", note(BODY, COSIGNED.replace(b64(key_id(NAMES[0], 4, W1.raw) + struct.pack(">Q", SEEN))[:14], b64(key_id(NAMES[0], 4, W1.raw) + struct.pack(">Q", SEEN + 2**16))[:14])), KEYS,
        [by(NAMES[0], False, SEEN + 2**16)]),
    ("the signature of another text", note(head(LEAVES[:7]), SIGNED), KEYS, [by(ORIGIN, False)]),
    # The examples of the specifications.
    ("the example of C2SP signed-note, which is no checkpoint", "This is an example message.\n\n\u2014 example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n",
        ["example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"], [by("example.com/foo", True)]),
]

END = len(BODY) + 1
BAD_NOTES = [
    ("", "note/no-signatures", 0, "nothing"),
    (BODY, "note/no-signatures", len(BODY), "no signature"),
    (BODY + "\n", "note/no-signatures", END, "an empty line, and no signature"),
    (note(BODY, SIGNED)[:-1], "note/end", len(note(BODY, SIGNED)) - 1, "no line feed at the end"),
    (note(BODY, "- " + SIGNED[2:]), "note/signature", END, "a hyphen for a dash"),
    (note(BODY, SIGNED.replace(" ", "  ", 1)), "note/signature", END, "two blanks"),
    (note(BODY, SIGNED.replace(ORIGIN, "a+b")), "note/signature", END, "a plus in a name"),
    (note(BODY, SIGNED.replace(ORIGIN, "a\u00a0b")), "note/signature", END, "a blank of Unicode in a name"),
    (note(BODY, SIGNED.replace("\n", " x\n")), "note/signature", END, "a word too many"),
    (note(BODY, f"{DASH}a {b64(b'1234')}\n"), "note/signature", END + 4, "nothing but the id of a key"),
    (note(BODY, f"{DASH}a MTIzN\n"), "base64/length", END + 9, "not base 64"),
    (note(BODY, f"{DASH}a\n"), "note/signature", END + 4, "no signature in a line"),
    (note(BODY, SIGNED) + "x\n", "note/signature", len(note(BODY, SIGNED)), "something after the signatures"),
    (BODY.replace("\n", "\r\n"), "note/character", len(ORIGIN), "a carriage return"),
    (note(BODY.replace(ORIGIN, "a\tb"), SIGNED), "note/character", 1, "a tab"),
    ("\ud800" + note(BODY, SIGNED), "note/character", 0, "half a character"),
    (note(replaced(BODY, 0, ""), SIGNED), "checkpoint/origin", 0, "no origin"),
    (note("x\n", SIGNED), "checkpoint/size", 2, "no size"),
    *[(note(replaced(BODY, 1, size), SIGNED), "checkpoint/size", len(ORIGIN) + 1, why) for size, why in [
        ("08", "a leading zero"), ("-1", "a negative size"), ("1e3", "no digits"), ("4503599627370497", "too large"), ("99999999999999999999", "far too large")]],
    (note(replaced(BODY, 2, "AAAA"), SIGNED), "checkpoint/root", len(ORIGIN) + 3, "a root of three bytes"),
    (note(f"{ORIGIN}\n8\n", SIGNED), "checkpoint/root", len(ORIGIN) + 3, "no root"),
    (note(replaced(BODY, 2, BODY.split("\n")[2][:-1]), SIGNED), "base64/length", len(ORIGIN) + 3 + 43, "no padding"),
    (note(BODY + "\nx\n", SIGNED), "checkpoint/extension", len(BODY) + 3, "an empty line in the text"),
]
GOOD_KEY = KEYS[0]
NAME, ID, MATERIAL = GOOD_KEY.split("+", 2)


def make():
    wrong_keys = [
        ("", "verifier-key/form", 0, "nothing"),
        ("a+b", "verifier-key/form", 3, "no key"),
        ("+" + ID + "+" + MATERIAL, "verifier-key/name", 0, "no name"),
        ("a b+" + ID + "+" + MATERIAL, "verifier-key/name", 0, "a blank in the name"),
        (NAME + "+00000000+" + MATERIAL, "verifier-key/id", len(NAME) + 1, "another id"),
        ("x" + GOOD_KEY, "verifier-key/id", len(NAME) + 2, "another name"),
        (GOOD_KEY[:-1], "base64/length", len(GOOD_KEY) - 1, "not base 64"),
        (f"{NAME}+{ID}+" + b64(b"\x02" + LOG.raw), "verifier-key/type", len(NAME) + 10, "another type"),
        (f"{NAME}+{ID}+", "verifier-key/type", len(NAME) + 10, "no key"),
        (f"{NAME}+{ID}+" + b64(b"\x01" + LOG.raw[1:]), "public-key/length", len(NAME) + 10, "31 bytes"),
    ]
    write(
        "checkpoints",
        {
            "notes": [{"name": name, "note": text, "keys": known, "signatures": found} for name, text, known, found in NOTES],
            "checkpoint": {"note": NOTES[6][1], "origin": ORIGIN, "size": 8, "root": b64(root(LEAVES)), "extensions": ["one more line"]},
            "invalid": problems(BAD_NOTES),
            "keys": [
                {"key": KEYS[0], "role": "log", "name": ORIGIN, "publicKey": LOG.text},
                {"key": KEYS[1], "role": "witness", "name": NAMES[0], "publicKey": W1.text},
            ],
            "invalidKeys": problems(wrong_keys),
        },
    )
