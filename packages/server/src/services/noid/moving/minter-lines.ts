import type {
  BoundElement,
  IdentifierElement,
  IdentifierRecord,
  MinterDefinition,
  MinterProgress,
  QueueEntry,
} from '../../../ports/minting/minter-store.ts';

/** A whole minter as JSON lines: docs/migrating-from-noid.md describes the format. */
export const FORMAT = 'perene-minter';
export const FORMAT_VERSION = 1;

/** Larger values are in base 64, and alone on their lines, so that no line is longer than one value needs. */
export const MAX_INLINE_BYTES = 1_048_576;

/** How many lines of each kind there are, so that an import notices a file that was cut. */
export interface LineCounts {
  readonly identifiers: number;
  readonly elements: number;
  readonly queue: number;
  readonly notes: number;
  readonly days: number;
}

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const headerLine = ({ name: _, ...definition }: MinterDefinition, progress: MinterProgress): string =>
  JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, definition, progress });

export const identifierLine = (
  id: string,
  record: IdentifierRecord | undefined,
  elements: readonly BoundElement[],
): string => {
  const { status, date, contact, position, isHeld: held, pepper } = record ?? {};
  const values = Object.fromEntries(elements.map(({ element, value }) => [element, writeValue(value)]));
  return JSON.stringify({ id, status, date, contact, position, held, pepper, elements: values });
};

export const elementLine = ({ id, element, value }: IdentifierElement): string =>
  JSON.stringify({ of: id, element, value: writeValue(value) });

export const queueLine = ({ id, date, number, padded }: QueueEntry): string =>
  JSON.stringify({ queue: { id, date, number, padded } });

export const noteLine = ({ element: note, value }: BoundElement): string =>
  JSON.stringify({ note, value: writeValue(value) });

export const dayLine = ({ day, mints }: { readonly day: string; readonly mints: number }): string =>
  JSON.stringify({ day, mints });

export const endLine = (end: LineCounts): string => JSON.stringify({ end });

const writeValue = (value: Uint8Array): string | { readonly base64: string } => {
  if (value.byteLength <= MAX_INLINE_BYTES) {
    try {
      return DECODER.decode(value);
    } catch {
      // The bytes are not UTF-8.
    }
  }
  return { base64: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
};
