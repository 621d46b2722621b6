/** A text, or the line of the first bytes that are not in its encoding; no line if the encoding is not known here. */
export type DecodedText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly line: number | undefined };

const DECLARATION = /^\s*<\?xml\s[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/;
const DECLARATION_BYTES = 256;
const UTF_8 = 'utf-8';
/** As the web reads them: ISO 8859-1 is its superset Windows-1252, because that is what people wrote under its name. */
const ENCODINGS: ReadonlyMap<string, string> = new Map([
  ['utf-8', UTF_8],
  ['utf8', UTF_8],
  ['us-ascii', UTF_8],
  ['ascii', UTF_8],
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['windows-1252', 'windows-1252'],
  ['iso-8859-15', 'iso-8859-15'],
]);

/** Decodes XML by its own declaration; UTF-8 without one. */
export const decodeXml = (bytes: Buffer): DecodedText => {
  const start = bytes.subarray(0, DECLARATION_BYTES).toString('latin1').replace('\u00ef\u00bb\u00bf', '');
  const [, declared = UTF_8] = DECLARATION.exec(start) ?? [];
  const encoding = ENCODINGS.get(declared.toLowerCase());
  return encoding === undefined ? { ok: false, line: undefined } : decodeText(bytes, encoding);
};

/** Decodes texts of before Unicode was usual: UTF-8 if all of it is, or else ISO 8859-1. */
export const decodeOldText = (bytes: Buffer): string => {
  const text = decodeText(bytes, UTF_8);
  return text.ok ? text.text : new TextDecoder('windows-1252').decode(bytes);
};

const decodeText = (bytes: Buffer, encoding: string): DecodedText => {
  try {
    return { ok: true, text: new TextDecoder(encoding, { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, line: lineOfProblem(bytes) };
  }
};

/** A line feed is never a part of a character of UTF-8. */
const lineOfProblem = (bytes: Buffer): number => {
  const decoder = new TextDecoder(UTF_8);
  const found = decoder.decode(bytes).indexOf('\ufffd');
  return 1 + decoder.decode(bytes).slice(0, found).split('\n').length - 1;
};
