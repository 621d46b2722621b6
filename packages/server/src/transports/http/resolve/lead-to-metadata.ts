import { type Refusal, refuse } from '@perene/api/refusals';
import { readPersistentUrl } from '@perene/core/reading';
import { METADATA_FORMATS } from '@perene/core/representation';
import type { ResolutionRequest } from '../../../services/resolver/asking/outcome/resolution.ts';
import { chooseOffer } from '../negotiation/accept.ts';
import { type Decided, type Deciding, decide } from './decide.ts';

type Led = Decided | { readonly refusal: Refusal };

/** What Archives of the standard give beside their files (RTC-11 section 9.2). */
const DUBLIN_CORE = METADATA_FORMATS.filter(({ name }) => name === 'oai-dc');

/**
 * Leads somebody who may like metadata more than a file. Archives of ours offer metadata where their files are, so that
 * the usual redirect is right; others give Dublin Core, or nothing.
 */
export const leadToMetadata = async (
  accept: string,
  asked: ResolutionRequest,
  deciding: Deciding & { readonly publicUrl: string },
): Promise<Led> => {
  const resolve = (request: ResolutionRequest): Promise<Decided> => decide(deciding, request);
  // Nobody is counted as a reader of the file who gets its metadata.
  const decided = await resolve({ ...asked, isCounted: false });
  const { resolution, forward } = decided;
  // The resolver of a larger federation chooses by itself.
  if (resolution.kind !== 'found' || forward !== undefined || !isOfItem(asked.target)) return decided;
  if (resolution.negotiates === true || resolution.url.startsWith(`${deciding.publicUrl}/`)) return decided;
  // The type of the file is not known; HTML stands for it.
  const choice = chooseOffer(accept, ['text/html'], DUBLIN_CORE);
  if (choice.kind === 'own') return asked.isCounted ? resolve(asked) : decided;
  const refusal = refuse('format-not-offered', {
    label: resolution.ibi,
    formats: DUBLIN_CORE.flatMap(({ mediaTypes }) => mediaTypes),
  });
  if (choice.kind === 'none') return { refusal };
  const metadata = await resolve({ ...asked, target: asDublinCore(asked.target), isCounted: false });
  return metadata.resolution.kind === 'found' ? metadata : { refusal };
};

/** Whoever asks for metadata, a list of files or one file by the address itself has said what is wanted. */
const isOfItem = (target: string): boolean => {
  const reading = readPersistentUrl(target);
  if (!reading.ok) return false;
  const { verbs, filePath } = reading.value.url;
  return filePath === undefined && verbs.every(({ kind }) => kind === 'lastEdition' || kind === 'translation');
};

const asDublinCore = (target: string): string => {
  const [path = '', ...query] = target.split('?');
  return [`${path.replace(/\/$/, '')}:(oai_dc)`, ...query].join('?');
};
