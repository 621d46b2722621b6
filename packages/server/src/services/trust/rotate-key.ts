import type { Label } from '@perene/core';
import type { ArchiveKey } from '@perene/core/federation';
import { formatSigned, instantOf, type KeyChange, laterOf, parseSigned, type Signed } from '@perene/core/trust';
import type { NodeFacts } from '../../ports/node/node-facts.ts';
import type { Clock } from '../../ports/system/clock.ts';
import type { Signatures, Signer } from '../../ports/system/signatures.ts';
import { openSigner } from './open-signer.ts';

const KEY = 'archive.signing-key';
const CHANGES = 'archive.key-changes';
const MICROSECONDS = 1_000_000n;
/** Resolvers are told the last ones. */
const MAX_CHANGES = 6;

/** The key of this Archive, and how it came from its former keys. */
export const readArchiveKey = async ({
  facts,
  signer,
}: {
  readonly facts: Pick<NodeFacts, 'find'>;
  readonly signer: Signer;
}): Promise<ArchiveKey> => ({ key: signer.key, rotations: readChanges(await facts.find(CHANGES)) });

const readChanges = (kept: string | undefined): readonly Signed<KeyChange>[] =>
  (JSON.parse(kept ?? '[]') as readonly string[]).map((text) => {
    const signed = parseSigned(text);
    if (!signed.ok || signed.value.statement.kind !== 'key') throw new Error('the changes of the key cannot be read');
    return signed.value as Signed<KeyChange>;
  });

/** Gives this Archive another key, signed with the former one, so that resolvers follow (decision 31). */
export const rotateArchiveKey = async (
  {
    facts,
    signatures,
    clock,
  }: { readonly facts: NodeFacts; readonly signatures: Signatures; readonly clock: Pick<Clock, 'now'> },
  archiveService: Label,
): Promise<KeyChange> => {
  const known = await facts.find(KEY);
  const former = known === undefined ? await openSigner({ facts, signatures }, KEY) : signatures.open(known);
  const created = signatures.createKey();
  const changes = readChanges(await facts.find(CHANGES));
  const now = instantOf(Number(clock.now() / MICROSECONDS));
  const last = changes.at(-1)?.statement.time ?? now;
  const change = former.sign<KeyChange>({
    kind: 'key',
    reason: 'rotated',
    archiveService,
    key: signatures.open(created).key,
    former: former.key,
    time: laterOf(now, last),
  });
  const kept = [...changes, change].slice(-MAX_CHANGES).map(formatSigned);
  // Both or neither: a key without its change would be a stranger to every resolver.
  const isDone = await facts.replaceAll({ [KEY]: created, [CHANGES]: JSON.stringify(kept) }, known);
  // Another node of the same database has rotated it meanwhile; then the new key follows that one.
  return isDone ? change.statement : rotateArchiveKey({ facts, signatures, clock }, archiveService);
};
