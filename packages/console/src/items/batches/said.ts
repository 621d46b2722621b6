import type { BatchChange, BatchItemView } from '@perene/api';
import { DESCRIPTION } from '../../description/texts.ts';
import { type Format, useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.ts';
import { BATCHES, type BatchTexts } from './texts.ts';

type Said = NonNullable<BatchItemView['before']>;

/** Puts changes into words. */
export const useSaid = () => {
  const texts = useTexts(BATCHES);
  const format = useFormat();
  const { fieldName } = useTexts(DESCRIPTION);
  const needs = { texts, format, fieldName };
  return {
    change: (change: BatchChange): readonly string[] => sayChange(change, needs),
    parts: (said: Said): readonly string[] => sayParts(said, needs),
  };
};

interface Needs {
  readonly texts: BatchTexts;
  readonly format: Format;
  readonly fieldName: (field: string) => string;
}

const sayChange = (
  { metadata, add = {}, remove = {}, addCollections = [], removeCollections = [], access, ...plain }: BatchChange,
  needs: Needs,
): readonly string[] => {
  const { texts, fieldName } = needs;
  const values = (given: Readonly<Record<string, readonly string[]>>, name: (field: string, value: string) => string) =>
    Object.entries(given).flatMap(([field, all]) => all.map((value) => name(fieldName(field), value)));
  return [
    ...sayParts({ ...plain, ...(metadata !== undefined && { metadata }) }, needs),
    ...sayAccess(access ?? {}, needs),
    ...values(add, texts.adds),
    ...values(remove, texts.removes),
    ...addCollections.map((name) => texts.adds(texts.parts.collection, name)),
    ...removeCollections.map((name) => texts.removes(texts.parts.collection, name)),
  ];
};

const sayParts = ({ metadata, language, opens, owner, access, collections }: Said, needs: Needs): readonly string[] => {
  const { texts, format, fieldName } = needs;
  const { parts, none } = texts;
  const line = (name: string, value: string | null | undefined): string => `${name}: ${value || none}`;
  return [
    ...Object.entries((metadata ?? {}) as Record<string, unknown>).map(([field, value]) =>
      line(fieldName(field), sayValue(value)),
    ),
    ...(language === undefined ? [] : [line(parts.language, language && format.language(language))]),
    ...(opens === undefined ? [] : [line(parts.opens, opens && texts.opens[opens])]),
    ...(owner === undefined ? [] : [line(parts.owner, owner)]),
    ...(access === undefined ? [] : sayAccess(access, needs)),
    ...(collections === undefined ? [] : [line(parts.collection, format.list(collections))]),
  ];
};

const sayValue = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  const values = Array.isArray(value) ? value : [value];
  return values.map((one) => (typeof one === 'object' && one !== null && 'value' in one ? one.value : one)).join('; ');
};

const sayAccess = (access: NonNullable<BatchChange['access']>, { texts, format }: Needs): readonly string[] => {
  const { fileList, description, embargo, networks } = access;
  const { parts, none, shown } = texts;
  return [
    ...(embargo === undefined ? [] : [`${parts.embargo}: ${embargo === null ? none : format.day(embargo)}`]),
    ...(fileList === undefined ? [] : [`${parts.fileList}: ${shown[fileList]}`]),
    ...(description === undefined ? [] : [`${parts.description}: ${shown[description]}`]),
    ...(networks === undefined ? [] : [`${parts.networks}: ${networks === null ? none : networks.join(', ')}`]),
  ];
};
