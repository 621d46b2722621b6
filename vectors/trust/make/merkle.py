"""Trees, proofs that a leaf is in one, and that one begins with another: the recursive definitions of RFC 6962 and RFC 9162."""

from common import sha, write

# Leaves and roots of the tests of Certificate Transparency.
LEAVES = ["", "\x00", "\x10", " !", "01", "@ABC", "PQRSTUVW", "`abcdefghijklmno"]
ROOTS = [
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
]


def split(count):
    power = 1
    while power * 2 < count:
        power *= 2
    return power


def root(leaves):
    if not leaves:
        return sha(b"")
    if len(leaves) == 1:
        return sha(b"\x00" + leaves[0].encode())
    middle = split(len(leaves))
    return sha(b"\x01" + root(leaves[:middle]) + root(leaves[middle:]))


def path(index, leaves):
    if len(leaves) <= 1:
        return []
    middle = split(len(leaves))
    if index < middle:
        return path(index, leaves[:middle]) + [root(leaves[middle:])]
    return path(index - middle, leaves[middle:]) + [root(leaves[:middle])]


def consistency(size, leaves, is_whole=True):
    if size == len(leaves):
        return [] if is_whole else [root(leaves)]
    middle = split(len(leaves))
    if size <= middle:
        return consistency(size, leaves[:middle], is_whole) + [root(leaves[middle:])]
    return consistency(size - middle, leaves[middle:], False) + [root(leaves[:middle])]


def hexadecimal(hashes):
    return [one.hex() for one in hashes]


def included(index, leaves):
    return {
        "index": index,
        "size": len(leaves),
        "leaf": leaves[index],
        "path": hexadecimal(path(index, leaves)),
        "root": root(leaves).hex(),
    }


def consistent(size, leaves):
    return {
        "from": size,
        "to": len(leaves),
        "fromRoot": root(leaves[:size]).hex(),
        "toRoot": root(leaves).hex(),
        "path": hexadecimal(consistency(size, leaves)) if size else [],
    }


MANY = [f"leaf {number}" for number in range(100)]
GOOD = included(4, LEAVES[:7])
GROWN = consistent(6, LEAVES)
WHOLE = consistent(4, LEAVES)
ZERO = "00" * 32
BAD_INCLUSIONS = [
    ({**GOOD, "index": 7}, "merkle/size", "beyond the tree"),
    ({**GOOD, "index": -1}, "merkle/size", "before the tree"),
    ({**GOOD, "index": 0.5}, "merkle/size", "between two leaves"),
    ({**GOOD, "size": 2**53}, "merkle/size", "too large a tree"),
    ({**GOOD, "index": 5}, "merkle/root", "another index"),
    ({**GOOD, "size": 4, "index": 3}, "merkle/length", "a smaller tree"),
    ({**GOOD, "size": 9}, "merkle/length", "a larger tree"),
    ({**GOOD, "leaf": "x"}, "merkle/root", "another leaf"),
    ({**GOOD, "root": ZERO}, "merkle/root", "another root"),
    ({**GOOD, "path": GOOD["path"][:-1]}, "merkle/length", "a hash is missing"),
    ({**GOOD, "path": GOOD["path"] + [ZERO]}, "merkle/length", "a hash too many"),
    ({**GOOD, "path": GOOD["path"][::-1]}, "merkle/root", "the wrong order"),
    ({**GOOD, "path": []}, "merkle/length", "no path"),
    ({**GOOD, "path": [ZERO + "00"] + GOOD["path"][1:]}, "merkle/hash", "a hash of 33 bytes"),
    ({**GOOD, "root": "00"}, "merkle/hash", "a root of one byte"),
    ({**included(0, LEAVES[:1]), "path": [ZERO]}, "merkle/length", "a path in a tree of one leaf"),
    # The content of a node is no leaf, though its hash is in the tree.
    ({"index": 0, "size": 1, "leaf": "", "path": [], "root": root(LEAVES[:2]).hex()}, "merkle/root", "a node as a leaf"),
]
BAD_CONSISTENCIES = [
    ({**GROWN, "from": 9}, "merkle/size", "shrinks"),
    ({**GROWN, "from": -1}, "merkle/size", "a negative size"),
    ({**GROWN, "to": 2**53}, "merkle/size", "too large a tree"),
    ({**GROWN, "from": 7}, "merkle/length", "another old size"),
    ({**GROWN, "from": 5}, "merkle/length", "a smaller old size"),
    ({**GROWN, "to": 9}, "merkle/length", "a larger new size"),
    ({**GROWN, "fromRoot": ZERO}, "merkle/root", "another old root"),
    ({**GROWN, "toRoot": ZERO}, "merkle/root", "another new root"),
    ({**WHOLE, "fromRoot": ZERO}, "merkle/root", "another old root of a whole tree"),
    ({**WHOLE, "toRoot": ZERO}, "merkle/root", "another new root of a whole tree"),
    ({**GROWN, "path": GROWN["path"][1:]}, "merkle/length", "a hash is missing"),
    ({**GROWN, "path": GROWN["path"] + [ZERO]}, "merkle/length", "a hash too many"),
    ({**GROWN, "path": GROWN["path"][::-1]}, "merkle/root", "the wrong order"),
    ({**GROWN, "path": []}, "merkle/length", "no path"),
    ({**WHOLE, "path": []}, "merkle/length", "no path from a whole tree"),
    ({**GROWN, "path": GROWN["path"][:-1] + ["00"]}, "merkle/hash", "a hash of one byte"),
    ({**GROWN, "fromRoot": "00"}, "merkle/hash", "an old root of one byte"),
    ({**GROWN, "toRoot": ""}, "merkle/hash", "no new root"),
    ({**consistent(8, LEAVES), "fromRoot": ZERO}, "merkle/root", "two trees of one size"),
    ({**consistent(8, LEAVES), "path": [ZERO]}, "merkle/length", "a path without need"),
    ({**consistent(0, LEAVES), "path": [ZERO]}, "merkle/length", "a path from nothing"),
    ({**consistent(0, LEAVES), "fromRoot": ZERO}, "merkle/root", "nothing has one root"),
    ({**consistent(0, []), "toRoot": ZERO}, "merkle/root", "nothing twice has one root"),
]


def make():
    assert [root(LEAVES[:size]).hex() for size in range(9)] == ROOTS
    write(
        "merkle",
        {
            "leaves": LEAVES,
            "roots": ROOTS,
            "manyRoots": [root(MANY[:size]).hex() for size in range(101)],
            "inclusion": [included(index, LEAVES[:size]) for size in range(1, 9) for index in range(size)]
            + [included(index, MANY[:size]) for size in (31, 32, 33, 100) for index in (0, 16, size - 1)],
            "consistency": [consistent(size, LEAVES[:to]) for to in range(9) for size in range(to + 1)]
            + [consistent(size, MANY[:to]) for to in (33, 64, 100) for size in (1, 31, 32, 33)],
            "wrongInclusion": [{**one, "problem": problem, "why": why} for one, problem, why in BAD_INCLUSIONS],
            "wrongConsistency": [{**one, "problem": problem, "why": why} for one, problem, why in BAD_CONSISTENCIES],
        },
    )
