import type { BodyOf } from '@perene/api';
import { misfit, refuse } from '@perene/api/refusals';
import {
  type CollectionName,
  MAX_COLLECTION_DESCRIPTION_LENGTH,
  MAX_COLLECTION_TITLE_LENGTH,
  parseCollectionName,
} from '@perene/core/item';
import type {
  CollectionDefaults,
  CollectionDescription,
  InLanguages,
} from '../../../ports/archive/desk/collections.ts';
import { checkAccess } from '../items/check-description.ts';
import { checkLanguage } from '../items/check-labels.ts';

const MAX_LICENSE_LENGTH = 300;
/** Characters that the databases cannot store: U+0000 and lone surrogates. */
const UNKEPT = /\0|\p{Surrogate}/u;
const MAX_REPEATED = 100;

export const checkCollectionName = (text: string): CollectionName => {
  const name = parseCollectionName(text);
  if (name.ok) return name.value;
  throw refuse('collection-name-invalid', { text: text.slice(0, MAX_REPEATED), ...misfit(name) });
};

const checkText = (text: string | undefined, max: number): string => {
  const trimmed = text?.trim() ?? '';
  if (trimmed.length > max) throw refuse('collection-invalid', { reason: 'too-long', max });
  if (UNKEPT.test(trimmed)) throw refuse('collection-invalid', { reason: 'unkept' });
  return trimmed;
};

/** Empty texts are left out. */
const checkTexts = ({ en, pt }: InLanguages, max: number): InLanguages => {
  const [english, portuguese] = [checkText(en, max), checkText(pt, max)];
  return { ...(english !== '' && { en: english }), ...(portuguese !== '' && { pt: portuguese }) };
};

const checkTitle = (title: InLanguages): InLanguages => {
  const checked = checkTexts(title, MAX_COLLECTION_TITLE_LENGTH);
  if (Object.keys(checked).length === 0) throw refuse('collection-invalid', { reason: 'no-title' });
  return checked;
};

const checkDefaults = ({ license, language, access, opens }: CollectionDefaults): CollectionDefaults => {
  const text = checkText(license, MAX_LICENSE_LENGTH);
  return {
    ...(text !== '' && { license: text }),
    ...(language !== undefined && { language: checkLanguage(language) }),
    ...(access && { access: checkAccess(access) }),
    ...(opens && { opens }),
  };
};

export const checkNewCollection = ({
  name,
  kind = 'collection',
  title,
  description = {},
  defaults = {},
  review = 'none',
}: BodyOf<'createCollection'>): CollectionDescription => ({
  name: checkCollectionName(name),
  kind,
  title: checkTitle(title),
  description: checkTexts(description, MAX_COLLECTION_DESCRIPTION_LENGTH),
  defaults: checkDefaults(defaults),
  review,
});

export const checkCollectionChange = ({
  name,
  kind,
  title,
  description,
  defaults,
  review,
}: BodyOf<'editCollection'>): Partial<CollectionDescription> => ({
  ...(name !== undefined && { name: checkCollectionName(name) }),
  ...(kind && { kind }),
  ...(title && { title: checkTitle(title) }),
  ...(description && { description: checkTexts(description, MAX_COLLECTION_DESCRIPTION_LENGTH) }),
  ...(defaults && { defaults: checkDefaults(defaults) }),
  ...(review && { review }),
});
