"""Histories of an item, what is wrong in each, and answers to urlRequest with claims."""

from common import *
from manifests import EDITED_HASH, HASH
from statements import FIRST, GIVEN, LEFT, SECOND, T, TAKEN, claim, key_change, signed, transfer

UNSEEN = "sha256:" + "ab" * 32


def after(text):
    return text_hash(text)


RIVAL = claim(SERVICE_C, "Original", HASH, T[1])
AGAIN = claim(SERVICE_A, "Original", EDITED_HASH, T[3], after(GIVEN))
BRANCH = claim(SERVICE_A, "Original", HASH, T[2], after(FIRST))
DELETED = claim(SERVICE_A, "Deleted", EDITED_HASH, T[2], after(SECOND))
COPY_B = claim(SERVICE_B, "Copy", EDITED_HASH, T[1])
LATE = claim(SERVICE_A, "Original", EDITED_HASH, T[5], UNSEEN)
GIVEN_LATE = transfer(SERVICE_A, EDITED_HASH, T[6], after(LATE), SERVICE_B)
TO_C = transfer(SERVICE_A, EDITED_HASH, T[3], after(GIVEN), SERVICE_C)
ON = transfer(SERVICE_B, EDITED_HASH, T[3], UNSEEN, SERVICE_C)
OTHER = "sid.inpe.br/mtc-m18@80/2009/02.16.17.47"

HISTORIES = [
    ("nothing", [], []),
    ("one claim", [FIRST], []),
    ("an edited item", [FIRST, SECOND], []),
    ("a hand-over", [FIRST, SECOND, GIVEN, TAKEN, LEFT], []),
    ("a hand-over, the old holder first", [FIRST, SECOND, GIVEN, LEFT, TAKEN], []),
    ("the receiver had a copy", [FIRST, SECOND, COPY_B, GIVEN, TAKEN], []),
    ("handed on and back", [FIRST, SECOND, GIVEN, TAKEN, transfer(SERVICE_B, EDITED_HASH, T[4], after(TAKEN), SERVICE_A),
        claim(SERVICE_A, "Original", EDITED_HASH, T[5], after(transfer(SERVICE_B, EDITED_HASH, T[4], after(TAKEN), SERVICE_A)))], []),
    ("a transfer that was withdrawn", [FIRST, SECOND, GIVEN, AGAIN], []),
    ("a second receiver, after the first gave up", [FIRST, SECOND, GIVEN, TO_C, claim(SERVICE_C, "Original", EDITED_HASH, T[4], after(TO_C))], []),
    ("a copy elsewhere", [FIRST, claim(SERVICE_C, "Copy", HASH, T[1])], []),
    ("a copy alone, twice", [COPY_B, claim(SERVICE_B, "Copy", HASH, T[2], after(COPY_B))], []),
    ("deleted", [FIRST, SECOND, DELETED], []),
    ("deleted before anything was signed", [claim(SERVICE_A, "Deleted", HASH, T[0])], []),
    ("deleted, and its tombstone edited", [FIRST, SECOND, DELETED, claim(SERVICE_A, "Deleted", HASH, T[3], after(DELETED))], []),
    ("the same second", [FIRST, claim(SERVICE_A, "Original", EDITED_HASH, T[0], after(FIRST))], []),
    ("known by its IBIp alone", [claim(SERVICE_A, "Original", HASH, T[0], repository="none"), claim(SERVICE_C, "Copy", HASH, T[1])], []),
    ("known by its IBIp alone later", [FIRST, claim(SERVICE_C, "Copy", HASH, T[1], repository="none")], []),
    ("another IBIp of an item that is known by it alone", [FIRST, claim(SERVICE_C, "Copy", HASH, T[1], repository="none", ibip="LK47B6W/34PGRBS")],
        [(1, "history/other-item")]),
    ("another repository name", [FIRST, claim(SERVICE_A, "Original", HASH, T[1], after(FIRST), repository=OTHER)], [(1, "history/other-item")]),
    ("no label in common", [claim(SERVICE_A, "Original", HASH, T[0], ibip="none"), claim(SERVICE_C, "Copy", HASH, T[1], repository="none")], [(1, "history/other-item")]),
    ("the same claim twice", [FIRST, FIRST, SECOND], [(1, "history/repeated")]),
    ("two successors of one claim", [FIRST, SECOND, BRANCH], [(2, "history/fork")]),
    ("two beginnings", [FIRST, claim(SERVICE_A, "Original", EDITED_HASH, T[1])], [(1, "history/fork")]),
    ("on from a branch", [FIRST, SECOND, BRANCH, claim(SERVICE_A, "Original", HASH, T[3], after(BRANCH))], [(2, "history/fork"), (3, "history/previous")]),
    ("the claim of somebody else as predecessor", [FIRST, claim(SERVICE_B, "Copy", HASH, T[1], after(FIRST))], [(1, "history/previous")]),
    ("a beginning after a gap", [LATE, claim(SERVICE_A, "Original", EDITED_HASH, T[6])], [(0, "history/gap"), (1, "history/previous")]),
    ("a claim is missing", [FIRST, LATE], [(1, "history/gap")]),
    ("begins with a gap", [LATE, GIVEN_LATE, claim(SERVICE_B, "Original", EDITED_HASH, T[7], after(GIVEN_LATE))], [(0, "history/gap")]),
    ("begins with a transfer", [GIVEN, TAKEN], [(0, "history/gap")]),
    ("begins with a transfer of nothing", [transfer(SERVICE_A, HASH, T[0], "none", SERVICE_B),
        claim(SERVICE_B, "Original", HASH, T[1], after(transfer(SERVICE_A, HASH, T[0], "none", SERVICE_B)))], [(0, "history/not-holder"), (1, "history/previous")]),
    ("begins with a transfer, and somebody takes the chance", [GIVEN, RIVAL], [(0, "history/gap"), (1, "history/rival")]),
    ("deleted first, claimed elsewhere", [claim(SERVICE_A, "Deleted", HASH, T[0]), RIVAL], [(1, "history/rival")]),
    ("handed on before it was claimed", [FIRST, SECOND, GIVEN, LEFT, transfer(SERVICE_B, EDITED_HASH, T[5], after(GIVEN), SERVICE_C)], [(4, "history/previous")]),
    ("received after it was handed on", [FIRST, SECOND, GIVEN, LEFT, ON, claim(SERVICE_B, "Copy", EDITED_HASH, T[3], after(ON)), TAKEN],
        [(4, "history/gap"), (6, "history/rival")]),
    ("received at a time before its own copy", [FIRST, SECOND, claim(SERVICE_B, "Copy", EDITED_HASH, T[5]), GIVEN, TAKEN], [(4, "history/time")]),
    ("the transfer is missing", [FIRST, SECOND, claim(SERVICE_A, "Copy", EDITED_HASH, T[4], UNSEEN), claim(SERVICE_B, "Original", EDITED_HASH, T[5], UNSEEN)],
        [(2, "history/gap"), (3, "history/gap")]),
    ("the transfer is missing, and somebody takes the chance", [FIRST, SECOND, claim(SERVICE_A, "Copy", EDITED_HASH, T[4], UNSEEN), RIVAL],
        [(2, "history/gap"), (3, "history/rival")]),
    ("dated before its predecessor", [SECOND.replace(text_hash(FIRST), "none"), claim(SERVICE_A, "Original", HASH, T[0], after(SECOND.replace(text_hash(FIRST), "none")))],
        [(1, "history/time")]),
    ("two originals", [FIRST, RIVAL], [(1, "history/rival")]),
    ("two originals, the second after a gap", [FIRST, claim(SERVICE_C, "Original", HASH, T[1], UNSEEN)], [(1, "history/rival")]),
    ("the rival stays one", [FIRST, RIVAL, claim(SERVICE_C, "Original", HASH, T[2], after(RIVAL)), SECOND], [(1, "history/rival"), (2, "history/rival")]),
    ("a rival hands over what it does not hold", [FIRST, RIVAL, transfer(SERVICE_C, HASH, T[2], after(RIVAL), SERVICE_B)], [(1, "history/rival"), (2, "history/not-holder")]),
    ("claimed again after the hand-over", [FIRST, SECOND, GIVEN, TAKEN, AGAIN], [(4, "history/rival")]),
    ("claimed again after it called itself a copy", [FIRST, SECOND, GIVEN, LEFT, claim(SERVICE_A, "Original", EDITED_HASH, T[5], after(LEFT))], [(4, "history/rival")]),
    ("received after it was withdrawn", [FIRST, SECOND, GIVEN, AGAIN, TAKEN], [(4, "history/previous")]),
    ("received by somebody else", [FIRST, SECOND, GIVEN, claim(SERVICE_C, "Original", EDITED_HASH, T[3], after(GIVEN))], [(3, "history/previous")]),
    ("given to two, and both receive it", [FIRST, SECOND, GIVEN, TAKEN, TO_C, claim(SERVICE_C, "Original", EDITED_HASH, T[4], after(TO_C))],
        [(4, "history/not-holder"), (5, "history/previous")]),
    ("received twice", [FIRST, SECOND, GIVEN, TAKEN, claim(SERVICE_B, "Original", HASH, T[4], after(GIVEN))], [(4, "history/fork")]),
    ("received something else", [FIRST, SECOND, GIVEN, claim(SERVICE_B, "Original", HASH, T[3], after(GIVEN))], [(3, "history/hash")]),
    ("received as deleted", [FIRST, SECOND, GIVEN, claim(SERVICE_B, "Deleted", EDITED_HASH, T[3], after(GIVEN))], [(3, "history/not-holder")]),
    ("handed over something else", [FIRST, transfer(SERVICE_A, EDITED_HASH, T[2], after(FIRST), SERVICE_B)], [(1, "history/hash")]),
    ("a copy that was never handed over", [FIRST, claim(SERVICE_A, "Copy", HASH, T[1], after(FIRST))], [(1, "history/not-given")]),
    ("deleted elsewhere", [FIRST, claim(SERVICE_C, "Deleted", HASH, T[1])], [(1, "history/not-holder")]),
    ("handed over by a copy", [FIRST, COPY_B, transfer(SERVICE_B, EDITED_HASH, T[2], after(COPY_B), SERVICE_C)], [(2, "history/not-holder")]),
    ("claimed after it was deleted", [FIRST, SECOND, DELETED, claim(SERVICE_A, "Original", HASH, T[3], after(DELETED))], [(3, "history/after-deletion")]),
    ("handed over after it was deleted", [FIRST, SECOND, DELETED, transfer(SERVICE_A, EDITED_HASH, T[3], after(DELETED), SERVICE_B)], [(3, "history/after-deletion")]),
    ("deleted, and received by a transfer of before", [FIRST, SECOND, GIVEN, claim(SERVICE_A, "Deleted", EDITED_HASH, T[3], after(GIVEN)), TAKEN],
        [(4, "history/after-deletion")]),
]

KEYS = [
    ("pinned", [(key_change("pinned", SERVICE_A, A, None, T[0]), LOG)], []),
    ("rotated", [(key_change("pinned", SERVICE_A, A, None, T[0]), LOG), (key_change("rotated", SERVICE_A, A2, A, T[5]), A)], []),
    ("replaced", [(key_change("pinned", SERVICE_A, A, None, T[0]), LOG), (key_change("replaced", SERVICE_A, A2, A, T[5]), LOG)], []),
    ("begins in the middle", [(key_change("rotated", SERVICE_A, A2, A, T[5]), A)], [(0, "keys/pinned")]),
    ("pinned twice", [(key_change("pinned", SERVICE_A, A, None, T[0]), LOG), (key_change("pinned", SERVICE_A, A2, None, T[1]), LOG)], [(1, "keys/pinned")]),
    ("of another Archive", [(key_change("pinned", SERVICE_A, A, None, T[0]), LOG), (key_change("rotated", SERVICE_B, A2, A, T[1]), A)], [(1, "keys/other-archive")]),
    ("follows another key", [(key_change("pinned", SERVICE_A, A, None, T[0]), LOG), (key_change("rotated", SERVICE_A, A2, B, T[1]), B)], [(1, "keys/former")]),
    ("a key that comes back", [(key_change("pinned", SERVICE_A, A, None, T[0]), LOG), (key_change("rotated", SERVICE_A, A2, A, T[1]), A),
        (key_change("rotated", SERVICE_A, A, A2, T[2]), A2)], [(2, "keys/reused")]),
    ("back in time", [(key_change("pinned", SERVICE_A, A, None, T[1]), LOG), (key_change("rotated", SERVICE_A, A2, A, T[0]), A)], [(1, "keys/time")]),
    ("pinned by the Archive itself", [(key_change("pinned", SERVICE_A, A, None, T[0]), A)], [(0, "keys/signer")]),
    ("rotated by the new key", [(key_change("pinned", SERVICE_A, A, None, T[0]), LOG), (key_change("rotated", SERVICE_A, A2, A, T[5]), A2)], [(1, "keys/signer")]),
    ("rotated by the log", [(key_change("pinned", SERVICE_A, A, None, T[0]), LOG), (key_change("rotated", SERVICE_A, A2, A, T[5]), LOG)], [(1, "keys/signer")]),
    ("replaced by the lost key", [(key_change("pinned", SERVICE_A, A, None, T[0]), LOG), (key_change("replaced", SERVICE_A, A2, A, T[5]), A)], [(1, "keys/signer")]),
]


def faults(found):
    return [{"index": index, "problem": problem} for index, problem in found]


# Answers to urlRequest

SIGNATURE = b64(A.sign(FIRST.encode()))
STANDARD = [
    f"ibi {{rep {REPOSITORY} ibip {IBIP}}}",
    f"ibi.archiveservice {{rep {SERVICE_A} ibip 8JMKD3MGP8W/34HPDUS}}",
    "state Original",
    "url http://mtc-m18.sid.inpe.br/col/x/doc/a.txt",
]
CLAIM = [
    f"claim.hash {HASH}",
    f"claim.key {A.text}",
    "claim.previous none",
    f"claim.signature {SIGNATURE}",
    f"claim.time {T[0]}",
]
OTHER_IBIP = "LK47B6W/34PGRBS"


def answer(*parts):
    return "\r\n".join(parts)


def without(name, *parts):
    return answer(*[part for part in parts if not part.startswith(name + " ")])


def instead(old, new):
    return answer(*STANDARD, *CLAIM).replace(old, new)


FOREIGN = claim(SERVICE_C, "Copy", HASH, T[1], text_hash(FIRST), repository="none")
PAIRS = [
    ("signed", answer(*STANDARD, *CLAIM), FIRST, True),
    ("unsigned", answer(*STANDARD), None, None),
    ("unsigned, with another pair that the standard does not know", answer(*STANDARD, "holding Copy"), None, None),
    ("an item without IBIp", answer(f"ibi {{rep {REPOSITORY}}}", *STANDARD[1:], *CLAIM).replace(SIGNATURE, b64(A.sign(claim(SERVICE_A, "Original", HASH, T[0], ibip="none").encode()))),
        claim(SERVICE_A, "Original", HASH, T[0], ibip="none"), True),
    ("asked for by another IBIp", instead(f"ibip {IBIP}}}", f"ibip {OTHER_IBIP}}}") + f"\r\nclaim.ibip {IBIP}", FIRST, True),
    ("the claim has no IBIp", answer(*STANDARD, "claim.ibip none", *CLAIM).replace(SIGNATURE, b64(A.sign(claim(SERVICE_A, "Original", HASH, T[0], ibip="none").encode()))),
        claim(SERVICE_A, "Original", HASH, T[0], ibip="none"), True),
    ("labels by IBIp alone", answer(f"ibi {{ibip {IBIP}}}", f"ibi.archiveservice {{ibip {SERVICE_C}}}", "state Copy", f"claim.hash {HASH}", f"claim.key {C.text}",
        f"claim.previous {text_hash(FIRST)}", f"claim.signature {b64(C.sign(FOREIGN.encode()))}", f"claim.time {T[1]}"), FOREIGN, True),
    ("another state than was signed", instead("state Original", "state Copy"), FIRST.replace("Original", "Copy"), False),
    ("another Archive than has signed", instead(SERVICE_A, SERVICE_B), FIRST.replace(SERVICE_A, SERVICE_B), False),
    ("another item than was signed", instead(REPOSITORY, OTHER), FIRST.replace(REPOSITORY, OTHER), False),
]
BAD_PAIRS = [
    *[(without(name, *STANDARD, *CLAIM), "claim/missing", f"no {name}") for name in ("claim.hash", "claim.key", "claim.previous", "claim.signature", "claim.time")],
    *[(without(name, *STANDARD, *CLAIM), "claim/item", f"no {name}") for name in ("ibi", "state", "ibi.archiveservice")],
    (answer(STANDARD[1], *CLAIM), "claim/item", "no item at all"),
    (instead(T[0], "{a b}"), "claim/missing", "a list"),
    (instead(HASH, "md5:0"), "hash/digits", "another hash"),
    (instead(T[0], "now"), "instant/form", "no moment"),
    (instead("previous none", "previous 0"), "hash/digits", "no hash"),
    (instead(A.text, "rsa:0"), "public-key/kind", "another kind of key"),
    (instead(SIGNATURE, "0"), "base64/length", "no signature"),
    (answer(*STANDARD, "claim.ibip x", *CLAIM), "ibip/no-address", "no IBIp"),
    (answer(f"ibi {{ibip {OTHER_IBIP}}}", *STANDARD[1:], *CLAIM, f"claim.ibip {IBIP}"), "claim/item", "a claim about another item"),
    (answer(f"ibi {{ibip {IBIP}}}", *STANDARD[1:], *CLAIM, "claim.ibip none"), "claim/item", "a claim about nothing"),
]


def make():
    write(
        "histories",
        {
            "items": [{"name": name, "statements": statements, "faults": faults(found)} for name, statements, found in HISTORIES],
            "keys": [
                {"name": name, "logKey": LOG.text, "changes": [signed(*change) for change in changes], "faults": faults(found)}
                for name, changes, found in KEYS
            ],
        },
    )
    write(
        "claim-pairs",
        {
            "valid": [
                {"name": name, "answer": text, "claim": said, "isSignatureValid": is_valid} for name, text, said, is_valid in PAIRS
            ],
            "invalid": [{"answer": text, "problem": problem, "why": why} for text, problem, why in BAD_PAIRS],
        },
    )
