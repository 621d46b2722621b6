"""Makes the vectors of the folder above: python3 vectors/trust/make

It shares no code with Perene, so that an error in one of them shows. It needs the Python package "cryptography" for Ed25519; everything
else follows from docs/claims.md, RFC 6962, RFC 8785, RFC 9162 and C2SP signed-note, tlog-checkpoint and tlog-cosignature.
"""

import sys

sys.dont_write_bytecode = True

import checkpoints
import evidence
import histories
import manifests
import merkle
import proofs
import statements

for subject in (manifests, statements, histories, merkle, checkpoints, proofs, evidence):
    subject.make()
