import { type Claim, isAlert, type KeyChange, parseLogEntry, type Signed, type Transfer } from '@perene/core/trust';
import type { StoredEntry } from '../../../ports/trust/log-store.ts';

/** The log has only what its own writer wrote; anything else is damage. */
export const readStored = ({ index, text }: StoredEntry) => {
  const entry = parseLogEntry(text);
  if (!entry.ok) throw new Error(`entry ${index} of the log is damaged: ${entry.problem}`);
  return entry.value;
};

export const readKeyChange = (stored: StoredEntry): Signed<KeyChange> => {
  const { content } = readStored(stored);
  if (isAlert(content) || content.statement.kind !== 'key') {
    throw new Error(`entry ${stored.index} of the log is not the change of a key`);
  }
  return content as Signed<KeyChange>;
};

/** The claim or the transfer of an entry, if it is one. */
export const saidIn = (stored: StoredEntry): Claim | Transfer | undefined => {
  const { content } = readStored(stored);
  return isAlert(content) || content.statement.kind === 'key' ? undefined : content.statement;
};
