import type { Label } from '../../ibi/label.ts';
import { type Answer, accept, refuse, refuseLong } from '../../parsing/answer.ts';
import { decodePaddedBase64, encodePaddedBase64 } from '../bytes.ts';
import { parseSignedCheckpoint, type SignedCheckpoint } from '../log/checkpoint.ts';
import { isAlert, type LogContent, type LogEntry, parseLogEntry } from '../log/log-entry.ts';
import { formatNote } from '../log/note.ts';
import { formatVerifierKey, parseVerifierKey, type VerifierKey } from '../log/verifier-key.ts';
import type { Sha256 } from '../sha256.ts';
import { formatManifest, isJsonObject, type Manifest, parseManifest } from '../statements/manifest.ts';
import type { Signed } from '../statements/signed.ts';
import { type Claim, type KeyChange, parseCanonicalLabel, type Transfer } from '../statements/statement.ts';

/** All that is needed to check, without a network, who claimed an item when. Nothing in it is verified yet. */
export interface ProofFile {
  readonly label: Label;
  readonly manifest: Manifest | undefined;
  /** Claims and transfers of the item, in the order of the log. The last is the one that the proof is about. */
  readonly history: readonly LoggedEntry<Claim | Transfer>[];
  /** The changes of the keys of all Archives that signed the history, in the order of the log. */
  readonly keys: readonly LoggedEntry<KeyChange>[];
  readonly checkpoint: SignedCheckpoint;
  readonly logKey: VerifierKey;
  readonly witnessKeys: readonly VerifierKey[];
}

/** A leaf of the log, with the proof that it is in the tree of the checkpoint. */
export interface LoggedEntry<Said extends Claim | Transfer | KeyChange> {
  readonly index: number;
  /** The bytes of the leaf are this text. */
  readonly text: string;
  readonly entry: LogEntry & { readonly content: Signed<Said> };
  readonly path: readonly Uint8Array[];
}

const FORMAT = 'ibi-proof-v1';
const MAX_LENGTH = 32 * 1_048_576;
const MAX_HISTORY = 10_000;
const MAX_KEYS = 256;
const MAX_PATH = 64;
const MAX_WITNESSES = 256;

export const formatProofFile = (proof: ProofFile): string =>
  JSON.stringify(
    {
      format: FORMAT,
      label: proof.label,
      manifest: proof.manifest && JSON.parse(formatManifest(proof.manifest)),
      history: proof.history.map(writeEntry),
      keys: proof.keys.map(writeEntry),
      checkpoint: formatNote(proof.checkpoint),
      logKey: formatVerifierKey(proof.logKey),
      witnessKeys: proof.witnessKeys.map(formatVerifierKey),
    },
    undefined,
    2,
  );

const writeEntry = ({ index, text, path }: LoggedEntry<Claim | Transfer | KeyChange>): unknown => ({
  index,
  entry: text,
  path: path.map(encodePaddedBase64),
});

/** The position of a problem in the value of a member is 0, because JSON does not keep where it was. */
export const parseProofFile = (text: string, sha256: Sha256): Answer<ProofFile> => {
  if (text.length > MAX_LENGTH) return refuseLong('proof', MAX_LENGTH);
  const document = readJson(text);
  if (!isJsonObject(document) || document['format'] !== FORMAT) {
    return refuse('proof/format', 0, `a JSON object of the format ${FORMAT}`);
  }
  const label = readText(document['label'], 'label', parseCanonicalLabel);
  if (!label.ok) return label;
  const manifest = document['manifest'] === undefined ? accept(undefined) : parseManifest(document['manifest']);
  if (!manifest.ok) return manifest;
  const history = readEntries(document['history'], { name: 'history', maxLength: MAX_HISTORY }, isOfHistory);
  if (!history.ok) return history;
  if (history.value.length === 0) return refuse('proof/history', 0, 'a claim');
  const keys = readEntries(document['keys'], { name: 'keys', maxLength: MAX_KEYS }, isOfKeys);
  if (!keys.ok) return keys;
  const checkpoint = readText(document['checkpoint'], 'checkpoint', parseSignedCheckpoint);
  if (!checkpoint.ok) return checkpoint;
  const parseKey = (coded: string): Answer<VerifierKey> => parseVerifierKey(coded, sha256);
  const logKey = readText(document['logKey'], 'logKey', parseKey);
  if (!logKey.ok) return logKey;
  const witnessKeys = readAll(document['witnessKeys'], 'witnessKeys', MAX_WITNESSES, (item) =>
    readText(item, 'witnessKeys', parseKey),
  );
  if (!witnessKeys.ok) return witnessKeys;
  return accept({
    label: label.value,
    manifest: manifest.value,
    history: history.value,
    keys: keys.value,
    checkpoint: checkpoint.value,
    logKey: logKey.value,
    witnessKeys: witnessKeys.value,
  });
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const readText = <Value>(source: unknown, name: string, parse: (text: string) => Answer<Value>): Answer<Value> => {
  if (typeof source !== 'string') return refuse('proof/member', 0, `${name} as a text`);
  const value = parse(source);
  return value.ok ? value : { ...value, position: 0, expected: `in ${name}: ${value.expected}` };
};

const readAll = <Value>(
  source: unknown,
  name: string,
  maxLength: number,
  read: (item: unknown) => Answer<Value>,
): Answer<readonly Value[]> => {
  if (!Array.isArray(source) || source.length > maxLength) {
    return refuse('proof/member', 0, `${name} as a list of at most ${maxLength}`);
  }
  const values: Value[] = [];
  for (const item of source) {
    const value = read(item);
    if (!value.ok) return value;
    values.push(value.value);
  }
  return accept(values);
};

type Belongs<Said extends Claim | Transfer | KeyChange> = (content: LogContent) => content is Signed<Said>;

const isOfHistory: Belongs<Claim | Transfer> = (content): content is Signed<Claim | Transfer> =>
  !isAlert(content) && content.statement.kind !== 'key';

const isOfKeys: Belongs<KeyChange> = (content): content is Signed<KeyChange> =>
  !isAlert(content) && content.statement.kind === 'key';

const readEntries = <Said extends Claim | Transfer | KeyChange>(
  source: unknown,
  { name, maxLength }: { readonly name: string; readonly maxLength: number },
  belongs: Belongs<Said>,
): Answer<readonly LoggedEntry<Said>[]> =>
  readAll(source, name, maxLength, (item) => {
    if (!isJsonObject(item)) return refuse('proof/member', 0, `${name} as a list of objects`);
    const { index, entry: text, path: hashes } = item as { index: unknown; entry: unknown; path: unknown };
    if (!Number.isSafeInteger(index)) return refuse('proof/member', 0, `index in ${name} as a whole number`);
    const entry = readText(text, name, parseLogEntry);
    if (!entry.ok) return entry;
    const { time, content } = entry.value;
    if (!belongs(content)) return refuse('proof/member', 0, `entries of another kind in ${name}`);
    const path = readAll(hashes, 'path', MAX_PATH, (hash) => readText(hash, 'path', decodePaddedBase64));
    if (!path.ok) return path;
    return accept({ index: Number(index), text: String(text), entry: { time, content }, path: path.value });
  });
