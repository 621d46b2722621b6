"""What a label itself says of the Archive that claims it."""

from common import IBIP, REPOSITORY, write

# Both labels are of 2009-02-16T17:46:00Z; the host is mtc-m18.sid.inpe.br, the address 150.163.34.243.
SECONDS = 1_234_806_360
HOST, ADDRESS = "mtc-m18.sid.inpe.br", "150.163.34.243"


def place(host, port=None):
    return {"host": host, "port": port}


def case(name, labels, hosts, addresses, first, *found):
    host, address, instant, seconds, forms = found
    return {
        "name": name,
        "labels": labels,
        "known": {"hosts": hosts, "addresses": addresses, "firstClaimSeconds": first},
        "evidence": {"host": host, "address": address, "instant": instant, "secondsToClaim": seconds, "forms": forms},
    }


BOTH = [REPOSITORY, IBIP]


def make():
    write(
        "label-evidence",
        {
            "cases": [
                case("everything agrees", BOTH, [place(HOST)], [place(ADDRESS)], SECONDS + 3, "agrees", "agrees", "agrees", 3, "agrees"),
                case("spelled otherwise", BOTH, [place(HOST.upper() + ".")], [place(ADDRESS)], SECONDS, "agrees", "agrees", "agrees", 0, "agrees"),
                case("nothing is known", BOTH, [], [], None, "unknown", "unknown", "unknown", None, "agrees"),
                case("no label", [], [place(HOST)], [place(ADDRESS)], SECONDS, "unknown", "unknown", "unknown", None, "unknown"),
                case("one form", [REPOSITORY], [place(HOST)], [place(ADDRESS)], SECONDS, "agrees", "unknown", "agrees", 0, "unknown"),
                case("the other form", [IBIP], [place(HOST)], [place(ADDRESS)], SECONDS, "unknown", "agrees", "agrees", 0, "unknown"),
                case("another host and address", BOTH, [place("evil.example.org")], [place("192.0.2.1")], SECONDS, "differs", "differs", "agrees", 0, "agrees"),
                case("several are known", BOTH, [place("new.inpe.br"), place(HOST)], [place("192.0.2.1"), place(ADDRESS)], SECONDS, "agrees", "agrees", "agrees", 0, "agrees"),
                case("the same ports", BOTH, [place(HOST, 80)], [place(ADDRESS, 800)], SECONDS, "agrees", "agrees", "agrees", 0, "agrees"),
                case("other ports", BOTH, [place(HOST, 8080)], [place(ADDRESS, 8080)], SECONDS, "other-port", "other-port", "agrees", 0, "agrees"),
                case("other ports, among others", BOTH, [place(HOST, 8080), place(HOST, 80)], [place(ADDRESS, 1)], SECONDS, "agrees", "other-port", "agrees", 0, "agrees"),
                case("years later", BOTH, [place(HOST)], [place(ADDRESS)], SECONDS + 500_000_000, "agrees", "agrees", "agrees", 500_000_000, "agrees"),
                case("as early as clocks allow", BOTH, [place(HOST)], [place(ADDRESS)], SECONDS - 5, "agrees", "agrees", "agrees", -5, "agrees"),
                case("claimed before it existed", BOTH, [place(HOST)], [place(ADDRESS)], SECONDS - 6, "agrees", "agrees", "differs", -6, "agrees"),
                case("forms of two instants", [REPOSITORY.replace("17.46", "17.47"), IBIP], [place(HOST)], [place(ADDRESS)], SECONDS, "agrees", "agrees", "agrees", 0, "differs"),
                case("forms of two fractions", [REPOSITORY + ".00.5", IBIP], [place(HOST)], [place(ADDRESS)], SECONDS, "agrees", "agrees", "agrees", 0, "differs"),
                case("three labels, one of another instant", [REPOSITORY, IBIP, "LK47B6W/362SFKH"], [place(HOST)], [place(ADDRESS)], SECONDS, "agrees", "agrees", "agrees", 0, "differs"),
                case("an address of IPv6", ["7URMDHLL9SSN2D89MXJD/E56U9CW7"], [], [place("2001:0252:0:1:0:0:2008:6")], None, "unknown", "agrees", "unknown", None, "unknown"),
                case("no address at all", [IBIP], [], [place("localhost")], None, "unknown", "differs", "unknown", None, "unknown"),
            ]
        },
    )
