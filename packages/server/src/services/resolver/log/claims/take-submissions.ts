import type { Label } from '@perene/core';
import type { ArchiveKey } from '@perene/core/federation';
import {
  type Claim,
  createVerifierKey,
  noteSignatureChecks,
  parseNote,
  parseSigned,
  type Signed,
  type Transfer,
} from '@perene/core/trust';
import type { Signatures } from '../../../../ports/system/signatures.ts';
import type { LogStore } from '../../../../ports/trust/log-store.ts';
import type { LogWitnesses } from '../../../../ports/trust/log-witnesses.ts';
import type { LogAppender } from '../append-log.ts';
import type { LogHeads } from '../log-heads.ts';
import { readKeyChange } from '../stored-entries.ts';
import { createHourlyCounts } from './hear-claims.ts';

const MAX_HOURLY = 20_000;

/** What members of a resolver send for its log; who they are was checked before. */
export interface LogSubmissions {
  /** Pins the first key; later ones must come from it. Returns whether the key counts now. */
  key(service: Label, key: ArchiveKey): Promise<boolean>;
  /** Keeps the signature of a witness, if it is right. */
  witness(service: Label, signed: { readonly size: number; readonly signature: string }): Promise<boolean>;
  /**
   * Logs a claim or a transfer; only its own Archive can bring the first key with it. `too-many`: not more in this hour.
   */
  statement(service: Label, text: string): Promise<boolean | 'too-many'>;
}

export const createLogSubmissions = ({
  log,
  store,
  heads,
  witnesses,
  signatures,
  now,
  maxHourly = MAX_HOURLY,
}: {
  readonly log: LogAppender;
  readonly store: Pick<LogStore, 'keyChanges'>;
  readonly heads: Pick<LogHeads, 'ofSize'>;
  readonly witnesses: Pick<LogWitnesses, 'keep'>;
  readonly signatures: Pick<Signatures, 'isValid' | 'verify' | 'sha256'>;
  /** Milliseconds, by a clock that is never set. */
  readonly now: () => number;
  /** How many statements of one member are taken in an hour. */
  readonly maxHourly?: number;
}): LogSubmissions => {
  const counts = createHourlyCounts<Label>(now, maxHourly);
  return {
    async key(service, { key, rotations }) {
      const [outcome] = await log.append([{ kind: 'key', archiveService: service, key, rotations }]);
      return outcome !== 'refused';
    },
    async witness(service, { size, signature }) {
      const key = (await store.keyChanges(service)).map(readKeyChange).at(-1)?.statement.key;
      const head = await heads.ofSize(size);
      if (key === undefined || head === undefined) return false;
      const verifier = createVerifierKey({ role: 'witness', name: service, key }, signatures.sha256);
      const line = `— ${service} ${signature}`;
      const note = parseNote(`${head.text}\n${line}\n`);
      if (!note.ok || !verifier.ok) return false;
      const [found, ...others] = noteSignatureChecks(note.value, [verifier.value]);
      const isRight = found?.check !== undefined && others.length === 0 && signatures.verify(found.check);
      return isRight && witnesses.keep(size, { service, line });
    },
    async statement(service, text) {
      const signed = parseSigned(text);
      if (!signed.ok) return false;
      const { statement } = signed.value;
      if (statement.kind !== 'claim' && statement.kind !== 'transfer') return false;
      if (!counts.take(service)) return 'too-many';
      if (!signatures.isValid(signed.value)) return false;
      const [outcome] = await log.append([
        { kind: 'said', signed: signed.value as Signed<Claim | Transfer>, from: service },
      ]);
      return outcome !== 'refused';
    },
  };
};
