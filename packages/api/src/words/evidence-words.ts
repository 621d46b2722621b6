import type { AlertEvidence } from '../views/federation/alert.ts';

type Claimant = AlertEvidence['claimants'][number];

/** A fact about a claim, with its name. */
interface EvidenceFact {
  readonly name: string;
  readonly value: string;
}

/** Evidence in words: about the item, and about each claimant. */
export interface DescribedEvidence {
  readonly sentences: readonly string[];
  readonly claimants: readonly {
    readonly service: string;
    readonly address: string;
    readonly facts: readonly EvidenceFact[];
  }[];
}

interface LoggedWords {
  readonly date: string;
  readonly index: number;
}

export interface EvidenceTexts {
  readonly label: (fact: { readonly label: string; readonly place: string; readonly date: string }) => string;
  readonly forms: Readonly<Record<AlertEvidence['forms'], string>>;
  readonly hashes: Readonly<Record<AlertEvidence['hashes'], string>>;
  readonly transfer: (fact: LoggedWords & { readonly from: string; readonly to: string }) => string;
  readonly noTransfer: string;
  readonly limits: string;
  readonly names: Readonly<
    Record<'signature' | 'key' | 'hash' | 'time' | 'first' | 'chain' | 'host' | 'ip' | 'instant', string>
  >;
  readonly signature: Readonly<Record<Claimant['signature'], string>>;
  readonly keySince: Readonly<Record<NonNullable<Claimant['key']>['reason'], (logged: LoggedWords) => string>>;
  readonly logged: (logged: LoggedWords) => string;
  readonly notLogged: string;
  readonly chain: Readonly<Record<Claimant['chain'], string>>;
  readonly host: Readonly<Record<Claimant['host'], string>>;
  readonly ip: Readonly<Record<Claimant['ip'], string>>;
  readonly instant: Readonly<Record<Claimant['instant'], string>>;
}

/** Fails on evidence of another shape. */
export const describeEvidence = (
  { labels, forms, hashes, claimants, transfers }: AlertEvidence,
  texts: EvidenceTexts,
  formatDate: (time: string) => string,
): DescribedEvidence => {
  const loggedWords = ({ index, time }: NonNullable<Claimant['first']>): LoggedWords => ({
    index,
    date: formatDate(time),
  });
  const describeClaimant = (claimant: Claimant): readonly EvidenceFact[] => {
    const { claim, key, first } = claimant;
    const facts: readonly (readonly [name: keyof EvidenceTexts['names'], value: string | undefined])[] = [
      ['signature', texts.signature[claimant.signature]],
      ['key', key && `${claim?.key} ${texts.keySince[key.reason](loggedWords(key.logged))}`],
      ['hash', claim?.hash],
      ['time', claim && formatDate(claim.time)],
      ['first', first === undefined ? texts.notLogged : texts.logged(loggedWords(first))],
      ['chain', texts.chain[claimant.chain]],
      ['host', texts.host[claimant.host]],
      ['ip', texts.ip[claimant.ip]],
      ['instant', texts.instant[claimant.instant]],
    ];
    return facts.flatMap(([name, value]) =>
      value === undefined ? [] : [{ name: texts.names[name], value: String(value) }],
    );
  };
  return {
    sentences: [
      ...labels.map(({ made, ...label }) => texts.label({ ...label, date: formatDate(made) })),
      ...(labels.length > 1 ? [texts.forms[forms]] : []),
      texts.hashes[hashes],
      ...(transfers.length === 0
        ? [texts.noTransfer]
        : transfers.map(({ from, to, logged }) => texts.transfer({ from, to, ...loggedWords(logged) }))),
      texts.limits,
    ],
    claimants: claimants.map((claimant) => ({
      service: claimant.service,
      address: claimant.address,
      facts: describeClaimant(claimant),
    })),
  };
};
