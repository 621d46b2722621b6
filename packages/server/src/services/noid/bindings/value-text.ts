import type { IdentifierView } from '../minters/minter-operations.ts';

const STRICT_DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const ENCODER = new TextEncoder();

/** A bound value in JSON: a text if it is UTF-8, otherwise its bytes in base 64. */
export type ValueText = { readonly value: string } | { readonly base64: string };

export const writeValue = (bytes: Uint8Array): ValueText => {
  try {
    return { value: STRICT_DECODER.decode(bytes) };
  } catch {
    return { base64: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64') };
  }
};

export const readValue = (text: ValueText): Uint8Array =>
  'value' in text ? ENCODER.encode(text.value) : Buffer.from(text.base64, 'base64');

/** An identifier in JSON. */
export const writeIdentifierView = ({ id, isHeld, isPeppered, circulation, elements }: IdentifierView) => ({
  id,
  held: isHeld,
  peppered: isPeppered,
  circulation,
  bindings: elements.flatMap(({ element, value, isFromRule }) =>
    value === undefined ? [] : [{ element, ...writeValue(value), ...(isFromRule && { fromRule: true }) }],
  ),
});
