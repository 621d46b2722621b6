import { refuse } from '@perene/api/refusals';
import { ERC_ELEMENTS, escapeArk } from '@perene/core/ark';
import type { Description } from '@perene/core/representation';
import type { MinterReading, MinterStore } from '../../../ports/minting/minter-store.ts';
import { refuseUnkeptName } from '../identifiers/check-identifiers.ts';
import { withoutPepper } from '../identifiers/pepper.ts';
import type { MinterTools } from '../minters/minter-work.ts';
import { type NameState, readState } from './name-state.ts';
import { bindChanges, isRegistered } from './register-name.ts';

/** The element with the DOI of a name. The database queues its registration whenever it is bound. */
const DOI_ELEMENT = '_doi';

const ELEMENTS = {
  ...ERC_ELEMENTS,
  publisher: ['datacite.publisher', 'dc.publisher', 'publisher'],
  type: ['datacite.resourcetype', 'dc.type', 'type'],
} as const;
const MAX_TEXT_LENGTH = 10_000;

/** Binds a DOI to a name that the minter has given, and returns it. */
export const giveDoiToName = async (
  { store, ...tools }: MinterTools & { readonly store: Pick<MinterStore, 'change'> },
  { minter: name, id: given }: { readonly minter: string; readonly id: string },
  { makeDoi, contact }: { readonly makeDoi: (name: string) => string; readonly contact: string },
): Promise<string> => {
  refuseUnkeptName(given, 'identifier');
  const doi = await store.change(name, async (minter) => {
    const id = await withoutPepper(minter, given);
    if (!(await isRegistered(minter, id))) throw refuse('identifier-unissued', { id });
    const made = (await textsOf(minter, id, [DOI_ELEMENT])).get(DOI_ELEMENT) ?? makeDoi(nameIn(minter, id));
    const work = { ...tools, contact, log: () => undefined };
    await bindChanges(minter, work, { id, changes: new Map([[DOI_ELEMENT, made]]) });
    return made;
  });
  if (doi === undefined) throw refuse('minter-not-found', { minter: name.slice(0, 100) });
  return doi;
};

const nameIn = ({ definition: { naan } }: MinterReading, id: string): string =>
  naan !== '' && id.startsWith(`${naan}/`) ? id.slice(naan.length + 1) : id;

export interface DescribedName {
  readonly state: NameState['kind'];
  /** The DOI that it has now. */
  readonly doi: string | undefined;
  readonly url: string;
  readonly description: Description;
}

/** What is known of a name, as of an item; undefined if there is no such name. */
export const describeName = (
  store: Pick<MinterStore, 'read'>,
  { minter: name, id }: { readonly minter: string; readonly id: string },
  { publicUrl }: { readonly publicUrl: string },
): Promise<DescribedName | undefined> =>
  store.read(name, async (minter) => {
    const texts = await textsOf(minter, id, [DOI_ELEMENT, ...Object.values(ELEMENTS).flat()]);
    const first = (names: readonly string[]): string | undefined =>
      names.map((element) => texts.get(element)?.trim()).find((text) => text !== undefined && text !== '');
    const url = `${publicUrl}/ark:${escapeArk(id)}`;
    const [year] = /\d{4}/.exec(first(ELEMENTS.when) ?? '') ?? [];
    const record = await minter.record(id);
    return {
      state: (await readState(minter, id)).kind,
      doi: texts.get(DOI_ELEMENT),
      url,
      description: {
        metadata: {
          ...valuesOf('title', [first(ELEMENTS.what)]),
          ...valuesOf('creator', first(ELEMENTS.who)?.split(/\s*;\s*/) ?? []),
          ...valuesOf('publisher', [first(ELEMENTS.publisher)]),
          ...valuesOf('date', [year]),
          ...valuesOf('type', [first(ELEMENTS.type)?.split('/')[0]]),
        },
        persistentUrl: url,
        labels: [],
        ...(record && { created: timeOf(record.date) }),
      },
    };
  });

const valuesOf = (field: string, texts: readonly (string | undefined)[]): Description['metadata'] => {
  const values = texts.flatMap((value) => (value === undefined || value === '' ? [] : [{ value }]));
  return values.length === 0 ? {} : { [field]: values };
};

/** Records have local times of 14 digits; only the day counts here. */
const timeOf = (date: string): string => `${date.slice(0, 4)}-${date.slice(4, 6)}-${date.slice(6, 8)}T00:00:00Z`;

const textsOf = async (
  minter: MinterReading,
  id: string,
  elements: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const texts = await minter.shortTexts([id], elements, MAX_TEXT_LENGTH);
  return new Map(texts.map(({ element, value }) => [element, value]));
};
