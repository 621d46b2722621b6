"""Manifests: RFC 8785 for objects of strings and whole numbers."""

import json

from common import IBIP, REPOSITORY, sha, text_hash, write


def canonical(value):
    if isinstance(value, dict):
        names = sorted(value, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(canonical(name) + ":" + canonical(value[name]) for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(map(canonical, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def manifest_text(manifest):
    order = lambda text: text.encode("utf-16-be")
    files = sorted(manifest["files"], key=lambda file: order(file["path"]))
    return canonical({**manifest, "files": files, "labels": sorted(manifest["labels"], key=order)})


def manifest(labels, files, metadata):
    entries = [{"path": path, "bytes": len(data), "sha256": sha(data).hex()} for path, data in files]
    return {"format": "ibi-manifest-v1", "labels": labels, "files": entries, "metadata": metadata}


PLAIN = manifest([REPOSITORY, IBIP], [("a.txt", b"hello"), ("B/c.txt", b"")], {"title": [{"value": "A title"}]})
EDITED = manifest([REPOSITORY, IBIP], [("a.txt", b"hello, world")], {"title": [{"value": "A title"}]})
MANIFESTS = [
    ("two files", PLAIN),
    ("edited", EDITED),
    ("no file", manifest([IBIP], [], {"title": [{"value": "x"}]})),
    (
        "scripts, escapes and order",
        manifest(
            [REPOSITORY],
            [("\ue000.txt", b"1"), ("\U0001f600.txt", b"2"), ("caf\u00e9.txt", b"3"), ('q"\\x0A.txt', b"4")],
            {
                "title": [{"value": "T\u00edtulo\n\u0007\u2028\"\\/", "language": "pt"}, {"value": "Title", "language": "en"}],
                "constructor": [{"value": "a field like any other"}],
                "__proto__": [{"value": "and this one"}],
            },
        ),
    ),
]


def changed(base, **members):
    return {**base, **members}


BAD_MANIFESTS = [
    (changed(PLAIN, format="ibi-manifest-v2"), "manifest/format", "another format"),
    (changed(PLAIN, extra=1), "manifest/format", "a member that the format does not have"),
    ([], "manifest/format", "no object"),
    (None, "manifest/format", "null"),
    (changed(PLAIN, labels=[REPOSITORY.upper()]), "manifest/labels", "not the canonical spelling"),
    (changed(PLAIN, labels=[IBIP, IBIP]), "manifest/labels", "a label twice"),
    (changed(PLAIN, labels=IBIP), "manifest/labels", "no list"),
    (changed(PLAIN, labels=[7]), "manifest/labels", "a number"),
    (changed(PLAIN, files=PLAIN["files"] * 2), "manifest/files", "a path twice"),
    (changed(PLAIN, files=[{"path": "a", "bytes": 1}]), "manifest/files", "no hash"),
    (changed(PLAIN, files=["a"]), "manifest/files", "a file that is no object"),
    *[
        (changed(PLAIN, files=[changed(PLAIN["files"][0], **{name: value})]), "manifest/files", why)
        for name, value, why in [
            ("path", "", "an empty path"),
            ("path", "\ud800", "half a character"),
            ("bytes", -1, "a negative size"),
            ("bytes", 1.5, "half a byte"),
            ("sha256", "ab", "a short hash"),
            ("sha256", PLAIN["files"][0]["sha256"].upper(), "a hash in capitals"),
            ("sha256", 7, "a hash that is no text"),
            ("mediaType", "text/plain", "a member that a file does not have"),
        ]
    ],
    *[
        (changed(PLAIN, metadata=metadata), "manifest/metadata", why)
        for metadata, why in [
            ([], "no object"),
            ({"title": "x"}, "a field that is no list"),
            ({"title": ["x"]}, "a value that is no object"),
            ({"title": [{"value": 7}]}, "a value that is no text"),
            ({"title": [{"value": "\udfff"}]}, "half a character"),
            ({"title": [{"value": "x", "language": 7}]}, "a language that is no text"),
            ({"title": [{"value": "x", "id": "y"}]}, "a member that a value does not have"),
            ({"\ud800": []}, "half a character in a name"),
        ]
    ],
]

HASH, EDITED_HASH = (text_hash(manifest_text(one)) for one in (PLAIN, EDITED))


def make():
    write(
        "manifests",
        {
            "valid": [
                {"name": name, "manifest": one, "canonical": manifest_text(one), "hash": text_hash(manifest_text(one))}
                for name, one in MANIFESTS
            ],
            "invalid": [{"manifest": one, "problem": problem, "why": why} for one, problem, why in BAD_MANIFESTS],
        },
    )
