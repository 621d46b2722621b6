import { asksForFileList, type Ibi, type PersistentUrl, relationOf } from '@perene/core';
import type { Language, Texts } from '../i18n/texts.ts';

/** A piece of a label and its meaning; a slash has none. */
export interface LabelPart {
  readonly text: string;
  readonly role: 'server' | 'computer' | 'version' | 'port' | 'date' | 'slash';
  readonly caption: string;
}

const SLASH: LabelPart = { text: '/', role: 'slash', caption: '' };

const partsOfIbip = (text: string, texts: Texts): readonly LabelPart[] => {
  const slash = text.indexOf('/');
  const separator = text.slice(0, slash).search(/[WX]/);
  const port = text.slice(separator + 1, slash);
  return [
    { text: text.slice(0, separator), role: 'server', caption: texts.parts.address },
    {
      text: text.charAt(separator),
      role: 'version',
      caption: texts.parts.version[text.charAt(separator) === 'X' ? 'X' : 'W'],
    },
    ...(port === '' ? [] : [{ text: port, role: 'port', caption: texts.parts.port } as const]),
    SLASH,
    { text: text.slice(slash + 1), role: 'date', caption: texts.parts.date },
  ];
};

const partsOfRepositoryName = (text: string, texts: Texts): readonly LabelPart[] => {
  const [subdomain = '', word = '', ...date] = text.split('/');
  const separator = word.search(/[.@]/);
  const computer = separator < 0 ? word : word.slice(0, separator);
  return [
    { text: subdomain, role: 'server', caption: texts.parts.subdomain },
    SLASH,
    { text: computer, role: 'computer', caption: texts.parts.word },
    ...(separator < 0 ? [] : [{ text: word.slice(separator), role: 'port', caption: texts.parts.port } as const]),
    SLASH,
    { text: date.join('/'), role: 'date', caption: texts.parts.date },
  ];
};

export const labelParts = (ibi: Ibi, texts: Texts): readonly LabelPart[] =>
  ibi.form === 'ibip' ? partsOfIbip(ibi.text, texts) : partsOfRepositoryName(ibi.text, texts);

/** Describes the request with its last step first: "the metadata in oai_dc of the last edition of the item". */
export const describeRequest = (
  { verbs, requiredItemStatus }: PersistentUrl,
  { relation }: Texts,
  language: Language,
): string => {
  const names = new Intl.DisplayNames(language, { type: 'language' });
  const phrases = [relation.item];
  for (const step of relationOf(verbs)) {
    switch (step.kind) {
      case 'lastEdition':
        phrases.unshift(relation.lastEdition);
        break;
      case 'translation':
        phrases.unshift(relation.translation(step.language && names.of(step.language)));
        break;
      case 'metadata':
        phrases.unshift(relation.metadata(step.format));
        break;
    }
  }
  if (asksForFileList(verbs)) phrases.unshift(relation.fileList);
  if (requiredItemStatus === 'Original') phrases.unshift(relation.original);
  return phrases.map(([first, after], index) => (index === 0 ? first : after)).join(' ');
};
