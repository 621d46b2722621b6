import { type Answer, accept, refuse, shift } from '../../parsing/answer.ts';
import { type Bytes, decodePaddedBase64, encodePaddedBase64 } from '../bytes.ts';
import { HASH_BYTES } from '../sha256.ts';
import { MAX_TREE_SIZE } from './merkle-tree.ts';
import { type Note, parseNote } from './note.ts';

/** The head of a log (C2SP tlog-checkpoint). */
export interface Checkpoint {
  /** The name of the log. */
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  /** Further lines, which mean nothing here. */
  readonly extensions: readonly string[];
}

/** A head with signatures that nobody has verified yet. */
export interface SignedCheckpoint extends Note {
  readonly checkpoint: Checkpoint;
}

const SIZE = /^(?:0|[1-9]\d{0,15})$/;

/** The text that a log signs. */
export const formatCheckpoint = ({ origin, size, root, extensions }: Checkpoint): string =>
  [origin, size, encodePaddedBase64(root), ...extensions, ''].join('\n');

export const parseSignedCheckpoint = (text: string): Answer<SignedCheckpoint> => {
  const note = parseNote(text);
  if (!note.ok) return note;
  const checkpoint = readCheckpoint(note.value.text);
  return checkpoint.ok ? accept({ ...note.value, checkpoint: checkpoint.value }) : checkpoint;
};

const readCheckpoint = (text: string): Answer<Checkpoint> => {
  const [origin = '', size = '', coded = '', ...extensions] = text.slice(0, -1).split('\n');
  if (origin === '') return refuse('checkpoint/origin', 0, 'the name of a log');
  const sizeStart = origin.length + 1;
  if (!SIZE.test(size) || Number(size) > MAX_TREE_SIZE) {
    return refuse('checkpoint/size', Math.min(sizeStart, text.length), `a whole number up to ${MAX_TREE_SIZE}`);
  }
  const rootStart = sizeStart + size.length + 1;
  const root = decodePaddedBase64(coded);
  if (!root.ok) return shift(root, rootStart);
  if (root.value.length !== HASH_BYTES) {
    return refuse('checkpoint/root', Math.min(rootStart, text.length), `${HASH_BYTES} bytes in base 64`);
  }
  if (extensions.includes('')) return refuse('checkpoint/extension', text.length, 'no empty line in the text');
  return accept({ origin, size: Number(size), root: root.value as Bytes, extensions });
};
