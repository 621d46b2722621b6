const ENCODER = new TextEncoder();
const STRICT_DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Returns bytes as a text that both databases can store: unchanged if they are UTF-8 without U+0000, otherwise in base
 * 64.
 */
export const keepValue = (bytes: Uint8Array): readonly [value: string, encoding: string] => {
  if (!bytes.includes(0)) {
    try {
      return [STRICT_DECODER.decode(bytes), 'text'];
    } catch {
      // The bytes are not UTF-8.
    }
  }
  return [Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64'), 'base64'];
};

export const keptValue = ({ value, encoding }: { readonly value: string; readonly encoding: string }): Uint8Array =>
  encoding === 'base64' ? Buffer.from(value, 'base64') : ENCODER.encode(value);
