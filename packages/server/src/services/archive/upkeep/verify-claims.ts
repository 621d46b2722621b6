import type { ArchiveFinding } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import { type Claim, type Hash, hashStatement, parseSigned, type Signed, type Transfer } from '@perene/core/trust';
import type { ClaimChecks, KeptStatement } from '../../../ports/archive/claims.ts';
import type { NodeFacts } from '../../../ports/node/node-facts.ts';
import type { Signatures } from '../../../ports/system/signatures.ts';
import { readSignedUpTo } from './sign-unsigned-items.ts';

interface ClaimProblem {
  readonly label: string;
  readonly finding: ArchiveFinding;
}

type CheckSignature = Pick<Signatures, 'isValid' | 'sha256'>;

/** Compares the last claim of each item with the item, and checks every signature and every link of the chains. */
export async function* verifyClaims({
  claimChecks,
  facts,
  signatures,
}: {
  readonly claimChecks: ClaimChecks;
  readonly facts: Pick<NodeFacts, 'find'>;
  readonly signatures: CheckSignature;
}): AsyncGenerator<ClaimProblem> {
  const signedUpTo = await readSignedUpTo(facts);
  for await (const { number, repository: label, claim } of claimChecks.walkItems()) {
    if (claim === 'outdated') yield { label, finding: { reason: 'claim-outdated' } };
    // Later items are claimed when the node runs.
    if (claim === 'missing' && number <= signedUpTo) yield { label, finding: { reason: 'claim-missing' } };
  }
  let chain = newChain('');
  for await (const statement of claimChecks.walkStatements()) {
    const { repository: label } = statement;
    if (chain.label !== label) chain = newChain(label);
    const reason = checkStatement(chain, statement, signatures);
    if (reason !== undefined) yield { label, finding: { reason, place: Number(statement.place) } };
  }
}

/** The statements of one item so far. */
interface Chain {
  readonly label: string;
  last: Hash | undefined;
  /** Hashes of transfers to this Archive. */
  readonly received: Set<Hash>;
  /** The service of this Archive, as its own statements name it. */
  own: Label | undefined;
}

const newChain = (label: string): Chain => ({ label, last: undefined, received: new Set(), own: undefined });

const checkStatement = (
  chain: Chain,
  { isOwn, text, hash }: KeptStatement,
  signatures: CheckSignature,
): 'claim-forged' | 'claim-unchained' | undefined => {
  const { last } = chain;
  if (isOwn) chain.last = hash;
  else chain.received.add(hash);
  const signed = readSigned(text);
  const isGenuine =
    signed !== undefined &&
    signed.statement.repository === chain.label &&
    hashStatement(signed.statement, signatures.sha256) === hash &&
    signatures.isValid(signed);
  if (!isGenuine || !isInPlace(chain, signed.statement, isOwn)) return 'claim-forged';
  const { previous } = signed.statement;
  const follows = previous === last || (previous !== undefined && chain.received.has(previous));
  return isOwn && !follows ? 'claim-unchained' : undefined;
};

/** Of other Archives there are only transfers to this one. */
const isInPlace = (chain: Chain, { kind, archiveService }: Claim | Transfer, isOwn: boolean): boolean => {
  if (isOwn) chain.own = archiveService;
  return isOwn || (kind === 'transfer' && archiveService !== chain.own);
};

const readSigned = (text: string): Signed<Claim | Transfer> | undefined => {
  const signed = parseSigned(text);
  if (!signed.ok) return undefined;
  const { statement } = signed.value;
  return statement.kind === 'claim' || statement.kind === 'transfer' ? { ...signed.value, statement } : undefined;
};
