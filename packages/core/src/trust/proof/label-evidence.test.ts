import { describe, expect, it } from 'vitest';
import { readTrustVectors, unwrap } from '../../../../../tests/fixtures/trust-vectors.ts';
import { parseIbi } from '../../ibi/ibi.ts';
import { findLabelEvidence } from './label-evidence.ts';

interface Place {
  readonly host: string;
  readonly port: number | null;
}

const { cases } = readTrustVectors<{
  readonly cases: readonly {
    readonly name: string;
    readonly labels: readonly string[];
    readonly known: {
      readonly hosts: readonly Place[];
      readonly addresses: readonly Place[];
      readonly firstClaimSeconds: number | null;
    };
    readonly evidence: Readonly<Record<string, unknown>>;
  }[];
}>('label-evidence.json'); // vectors/trust/label-evidence.json

const placesOf = (places: readonly Place[]) => places.map(({ host, port }) => ({ host, port: port ?? undefined }));

describe('what a label says of the Archive that claims it', () => {
  it.each(cases)('$name', ({ labels, known, evidence }) => {
    const found = findLabelEvidence(
      labels.map((label) => unwrap(parseIbi(label))),
      {
        hosts: placesOf(known.hosts),
        addresses: placesOf(known.addresses),
        firstClaimSeconds: known.firstClaimSeconds ?? undefined,
      },
    );
    expect({ ...found, secondsToClaim: found.secondsToClaim ?? null }).toEqual(evidence);
  });
});
