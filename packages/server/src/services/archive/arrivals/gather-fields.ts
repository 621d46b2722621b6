import { type Metadata, type MetadataValue, metadataField, parseMetadata } from '@perene/core/item';

/** A value on its way into a field; nothing of it has been checked. */
export interface GivenValue extends Readonly<Record<string, string | undefined>> {
  readonly value: string;
  readonly language?: string | undefined;
}

/** Gathers metadata of another repository. Nothing is lost: what does not fit a field of ours stays under its own name. */
export interface FieldGathering {
  /**
   * Puts a value into a field of ours, or into the next that it fits, or else keeps it under the name that it had, in
   * the words that it had.
   */
  add(
    fields: readonly (readonly [name: string, value: GivenValue])[],
    own: readonly [name: string, value: GivenValue],
  ): void;
  readonly fields: Metadata;
}

const MAX_OWN_NAME_LENGTH = 64;

export const gatherFields = (): FieldGathering => {
  const fields: Record<string, MetadataValue[]> = {};

  const put = (name: string, given: GivenValue): boolean => {
    const value = fit(name, given);
    if (value === undefined) return false;
    const before = fields[name] ?? [];
    const isSecond =
      metadataField(name).values === 'one-per-language' && before.some(({ language }) => language === value.language);
    if (isSecond) return false;
    fields[name] = [...before, value];
    return true;
  };

  return {
    add(wanted, [name, value]) {
      if (value.value.trim() === '') return;
      if (wanted.some(([field, given]) => put(field, given))) return;
      const own = ownName(name);
      const plain = { value: withoutControls(value.value) };
      if (put(own, { ...plain, language: value.language })) return;
      // A language that is not known here does not keep the text out.
      if (value.language !== undefined && put(own, { ...plain, value: `${plain.value} [${value.language}]` })) return;
      // What cannot be kept at all is refused with the item, and named.
      fields[own] = [...(fields[own] ?? []), plain];
    },
    fields,
  };
};

/** The value as the field keeps it; undefined if it does not fit. */
const fit = (name: string, given: GivenValue): MetadataValue | undefined => {
  const value = metadataField(name).lines === 'one' ? given.value.replaceAll(/\s+/g, ' ') : given.value;
  const said = Object.fromEntries(Object.entries({ ...given, value }).filter(([, text]) => text !== undefined));
  const answer = parseMetadata({ title: 'a title', [name]: [said] });
  return answer.ok ? answer.value[name]?.[0] : undefined;
};

/** Names of fields begin with a lower-case letter. */
const ownName = (name: string): string =>
  name
    .replaceAll(/[^\w.-]/g, '-')
    .replace(/^[^A-Za-z]+/, '')
    .replace(/^./, (letter) => letter.toLowerCase())
    .padEnd(1, 'x')
    .slice(0, MAX_OWN_NAME_LENGTH);

/** Characters that no text of metadata may have, and that nobody sees. */
const withoutControls = (text: string): string =>
  text.replaceAll('\r\n', '\n').replaceAll(/(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, ' ');
