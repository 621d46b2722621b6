import { asksForFileList, type Ibi, type PersistentUrl, relationOf } from '@perene/core';
import type { Language, Texts } from '../i18n/texts.ts';

/** A piece of a label and what it says; pieces without a caption are punctuation. */
export interface LabelPart {
  readonly text: string;
  readonly caption: string;
}

const partsOfIbip = (text: string, texts: Texts): readonly LabelPart[] => {
  const slash = text.indexOf('/');
  const separator = text.slice(0, slash).search(/[WX]/);
  const port = text.slice(separator + 1, slash);
  return [
    { text: text.slice(0, separator), caption: texts.parts.address },
    { text: text.charAt(separator), caption: texts.parts.version[text.charAt(separator) === 'X' ? 'X' : 'W'] },
    ...(port === '' ? [] : [{ text: port, caption: texts.parts.port }]),
    { text: '/', caption: '' },
    { text: text.slice(slash + 1), caption: texts.parts.date },
  ];
};

const partsOfRepositoryName = (text: string, texts: Texts): readonly LabelPart[] => {
  const [subdomain = '', word = '', ...date] = text.split('/');
  const separator = word.search(/[.@]/);
  const computer = separator < 0 ? word : word.slice(0, separator);
  return [
    { text: subdomain, caption: texts.parts.subdomain },
    { text: '/', caption: '' },
    { text: computer, caption: texts.parts.word },
    ...(separator < 0 ? [] : [{ text: word.slice(separator), caption: texts.parts.port }]),
    { text: '/', caption: '' },
    { text: date.join('/'), caption: texts.parts.date },
  ];
};

export const labelParts = (ibi: Ibi, texts: Texts): readonly LabelPart[] =>
  ibi.form === 'ibip' ? partsOfIbip(ibi.text, texts) : partsOfRepositoryName(ibi.text, texts);

/** "the metadata in oai_dc of the last edition of the item": the last step comes first. */
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
