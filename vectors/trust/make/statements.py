"""Signed statements: claims, transfers, keys, offers and receipts."""

from common import *
from manifests import EDITED_HASH, HASH


def claim(service, state, content, time, previous="none", repository=REPOSITORY, ibip=IBIP):
    return lines("ibi-claim-v1", repository, ibip, state, content, time, service, previous)


def transfer(service, content, time, previous, receiver):
    return lines("ibi-transfer-v1", REPOSITORY, IBIP, content, time, service, previous, receiver)


def key_change(reason, service, key, former, time):
    return lines("ibi-key-v1", reason, service, key.text, former.text if former else "none", time)


def handover(kind, identifier, content=HASH):
    return lines(f"ibi-{kind}-v1", identifier, REPOSITORY, content, SERVICE_A, SERVICE_B, T[2])


def signed(text, key):
    return text + lines(key.text, b64(key.sign(text.encode())))


T = [f"2026-11-20T09:3{minute}:00Z" for minute in range(10)]
FIRST = claim(SERVICE_A, "Original", HASH, T[0])
SECOND = claim(SERVICE_A, "Original", EDITED_HASH, T[1], text_hash(FIRST))
GIVEN = transfer(SERVICE_A, EDITED_HASH, T[2], text_hash(SECOND), SERVICE_B)
TAKEN = claim(SERVICE_B, "Original", EDITED_HASH, T[3], text_hash(GIVEN))
LEFT = claim(SERVICE_A, "Copy", EDITED_HASH, T[4], text_hash(GIVEN))
PINNED = key_change("pinned", SERVICE_A, A, None, T[0])
ROTATED = key_change("rotated", SERVICE_A, A2, A, T[5])
REPLACED = key_change("replaced", SERVICE_A, A2, A, T[5])
OFFER = handover("offer", "Zx3-9_kQ")

NAMES = {
    "claim": ["repository", "ibip", "state", "hash", "time", "archiveService", "previous"],
    "transfer": ["repository", "ibip", "hash", "time", "archiveService", "previous", "receiver"],
    "key": ["reason", "archiveService", "key", "former", "time"],
    "offer": ["transfer", "label", "hash", "sender", "receiver", "time"],
    "receipt": ["transfer", "label", "hash", "sender", "receiver", "time"],
}


def read_statement(text):
    header, *rest = text.split("\n")[:-1]
    kind = header.split("-")[1]
    return {"kind": kind, **{name: None if word == "none" else word for name, word in zip(NAMES[kind], rest)}}


STATEMENTS = [
    (FIRST, A),
    (SECOND, A),
    (claim(SERVICE_A, "Deleted", HASH, T[1], text_hash(FIRST)), A),
    (claim(SERVICE_C, "Copy", HASH, T[1], ibip="none"), C),
    (claim(SERVICE_C, "Original", HASH, "1970-01-01T00:00:00Z", repository="none"), C),
    (claim(SERVICE_C, "Original", HASH, "9999-12-31T23:59:59Z"), C),
    (GIVEN, A),
    (TAKEN, B),
    (PINNED, LOG),
    (ROTATED, A),
    (REPLACED, LOG),
    (OFFER, A),
    (handover("receipt", "Zx3-9_kQ"), B),
]
WEAK = "ed25519:" + b64(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85"))


BAD_STATEMENTS = [
    ("", "statement/kind", 0, "nothing"),
    bad(FIRST, 0, "ibi-claim-v2", "statement/kind", "another version"),
    bad(FIRST, 1, REPOSITORY.upper(), "statement/spelling", "not the canonical spelling"),
    bad(FIRST, 1, "sid.inpe.br/mtc-m18@80/2009/02.30.17.46", "repository/day", "no such day", 31),
    bad(FIRST, 2, "8JMKD3MGP8W", "ibip/no-suffix", "half an IBIp", 11),
    bad(FIRST, 2, IBIP.lower(), "statement/spelling", "not the canonical spelling"),
    bad(FIRST, 3, "original", "statement/word", "no such state"),
    bad(FIRST, 4, HASH.upper(), "hash/digits", "a hash in capitals"),
    bad(FIRST, 4, HASH[:-1], "hash/digits", "a short hash"),
    bad(FIRST, 4, "none", "hash/digits", "a hash is needed"),
    bad(FIRST, 5, "2026-11-20T09:30:00+00:00", "instant/form", "not in UTC by Z"),
    bad(FIRST, 5, "2026-02-29T09:30:00Z", "instant/form", "no such day"),
    bad(FIRST, 5, "2026-11-20T24:00:00Z", "instant/form", "no such hour"),
    bad(FIRST, 5, "2026-11-20T09:30:60Z", "instant/form", "no such second"),
    bad(FIRST, 5, "2026-11-20T09:30:00.5Z", "instant/form", "a fraction"),
    bad(FIRST, 5, "1969-12-31T23:59:59Z", "instant/form", "before 1970"),
    bad(FIRST, 6, "none", "ibi/no-slash", "an Archive is needed", 4),
    bad(FIRST, 7, "", "hash/digits", "an empty line"),
    bad(FIRST, 7, "None", "hash/digits", "none in lower case"),
    (FIRST[:-1], "statement/end", len(FIRST) - 1, "no line feed at the end"),
    (FIRST + "\n", "statement/end", len(FIRST), "a line feed too many"),
    (FIRST + "x\n", "statement/end", len(FIRST), "a line too many"),
    (FIRST.replace("\n", "\r\n"), "statement/kind", 0, "carriage returns"),
    (FIRST[: line_start(FIRST, 7) - 1], "statement/missing", line_start(FIRST, 7) - 1, "a line is missing"),
    (replaced(replaced(FIRST, 1, "none"), 2, "none"), "statement/no-label", 0, "no label"),
    (replaced(GIVEN, 7, SERVICE_A), "statement/same-archive", 0, "handed over to itself"),
    bad(PINNED, 1, "found", "statement/word", "no such reason"),
    bad(PINNED, 3, A.text[8:], "public-key/kind", "no kind of key"),
    bad(PINNED, 3, A.text[:-1], "base64/length", "no padding", 51),
    bad(PINNED, 3, "ed25519:" + b64(A.raw[1:]), "public-key/length", "31 bytes"),
    bad(PINNED, 3, WEAK, "public-key/weak", "a point of small order"),
    (replaced(PINNED, 4, B.text), "statement/former", 0, "the first key has no former one"),
    (replaced(ROTATED, 4, "none"), "statement/former", 0, "a new key needs a former one"),
    (replaced(ROTATED, 4, A2.text), "statement/same-key", 0, "replaced by itself"),
    bad(OFFER, 1, "", "statement/transfer", "no name"),
    bad(OFFER, 1, "a b", "statement/transfer", "a blank"),
    bad(OFFER, 1, "a" * 129, "statement/transfer", "too long"),
    (replaced(OFFER, 5, SERVICE_A), "statement/same-archive", 0, "offered to itself"),
]
FORGED = signed(FIRST, A)
SIGNATURE_BYTES = A.sign(FIRST.encode())
ORDER = 2**252 + 27742317777372353535851937790883648493
LARGE = int.from_bytes(SIGNATURE_BYTES[32:], "little") + ORDER
BAD_SIGNATURES = [
    (signed(FIRST, A).replace("Original", "Deleted"), "another state"),
    (signed(FIRST, A).replace(HASH, EDITED_HASH), "another hash"),
    (signed(FIRST, A).replace(T[0], T[1]), "another time"),
    (FIRST + lines(B.text, b64(SIGNATURE_BYTES)), "the key of another Archive"),
    (FIRST + lines(A.text, b64(bytes(64))), "zeros"),
    (FIRST + lines(A.text, b64(SIGNATURE_BYTES[:32] + LARGE.to_bytes(32, "little"))), "S is not reduced (RFC 8032, section 5.1.7)"),
]
BAD_SIGNED = [
    ("", "signed/lines", 0, "nothing"),
    ("\n", "signed/lines", 1, "an empty line"),
    (FIRST, "ibi/no-slash", line_start(FIRST, 6), "neither key nor signature"),
    (FORGED[:-1], "signed/lines", len(FORGED) - 1, "no line feed at the end"),
    (FORGED + "\n", "statement/end", len(FIRST), "a line feed too many"),
    bad(FORGED, 8, A.text + "=", "base64/length", "one character too many", 53),
    bad(FORGED, 9, b64(SIGNATURE_BYTES[1:]), "signature/length", "63 bytes"),
    bad(FORGED, 9, "-" * 88, "base64/character", "not base 64"),
]




def make():
    write(
        "statements",
        {
            "valid": [
                {
                    "statement": read_statement(text),
                    "text": text,
                    "hash": text_hash(text),
                    "key": key.text,
                    "signature": b64(key.sign(text.encode())),
                    "signed": signed(text, key),
                }
                for text, key in STATEMENTS
            ],
            "invalid": problems(BAD_STATEMENTS),
            "invalidSigned": problems(BAD_SIGNED),
            "wrongSignatures": [{"signed": text, "why": why} for text, why in BAD_SIGNATURES],
        },
    )
