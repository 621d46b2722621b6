"""Keys, labels and small functions that all vectors share."""

import base64
import hashlib
import json
import pathlib

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

FOLDER = pathlib.Path(__file__).parent.parent
RAW = (serialization.Encoding.Raw, serialization.PublicFormat.Raw)


def sha(data):
    return hashlib.sha256(data).digest()


def b64(data):
    return base64.b64encode(data).decode()


def text_hash(text):
    return "sha256:" + sha(text.encode()).hex()


class Key:
    """The seed of a key is the hash of its name, so that anybody can make it again."""

    def __init__(self, name):
        self.private = Ed25519PrivateKey.from_private_bytes(sha(name.encode()))
        self.raw = self.private.public_key().public_bytes(*RAW)
        self.text = "ed25519:" + b64(self.raw)

    def sign(self, data):
        return self.private.sign(data)


A, B, C = Key("archive a"), Key("archive b"), Key("archive c")
A2, LOG, W1, W2 = Key("archive a, second key"), Key("log"), Key("witness 1"), Key("witness 2")
SERVICE_A = "sid.inpe.br/mtc-m18/2008/03.17.15.17"
SERVICE_B = "dpi.inpe.br/banon/1999/01.09.22.14"
SERVICE_C = "LK47B6W/362SFKH"
REPOSITORY = "sid.inpe.br/mtc-m18@80/2009/02.16.17.46"
IBIP = "8JMKD3MGP8W/34PGRBS"
ORIGIN = "resolver.example.org/log"


def write(name, value):
    # Escapes in ASCII keep half characters, which UTF-8 cannot.
    (FOLDER / f"{name}.json").write_text(json.dumps(value, indent=1) + "\n")


def lines(*words):
    return "".join(word + "\n" for word in words)


def line_start(text, number):
    return sum(len(line) + 1 for line in text.split("\n")[:number])


def replaced(text, number, word):
    parts = text.split("\n")
    parts[number] = word
    return "\n".join(parts)


def bad(text, number, word, problem, why, offset=0):
    return (replaced(text, number, word), problem, line_start(text, number) + offset, why)


def problems(cases):
    return [{"text": text, "problem": problem, "position": position, "why": why} for text, problem, position, why in cases]
