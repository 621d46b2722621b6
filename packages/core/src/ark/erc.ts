/** What an identifier names, and what its assigner promises (draft-kunze-ark, section 5; ANVL). */
export interface ErcRecord {
  readonly who: string | undefined;
  readonly what: string | undefined;
  readonly when: string | undefined;
  /** Its own URL, then its target. */
  readonly where: readonly string[];
  /** Why it was withdrawn, which may be empty; undefined if it was not. */
  readonly withdrawn?: string | undefined;
  /** Present in full records only. */
  readonly persistence: Persistence | undefined;
}

export interface Persistence {
  /** Name of the organization that assigned it. */
  readonly naa: string | undefined;
  readonly term: string;
  /** The letters of GRANITE that apply. */
  readonly properties: string;
  readonly policy: string | undefined;
}

/** The elements for each field; the first that is bound counts. */
export const ERC_ELEMENTS = {
  who: ['erc.who', 'who', '_who', 'dc.creator', 'creator', 'datacite.creator'],
  what: ['erc.what', 'what', '_what', 'dc.title', 'title', 'datacite.title'],
  when: ['erc.when', 'when', '_when', 'dc.date', 'date', 'datacite.publicationyear'],
} as const;

const UNKNOWN = '(:unkn) unknown';
const NO_POLICY = '(:none) no policy was stated';
/** Every character that some program reads as the end of a line. */
const LINE_BREAK = /[\n\v\f\r\x85\u2028\u2029]+/;
const CONTROL = /\p{Cc}+/gu;

export const writeErc = ({ who, what, when, where, withdrawn, persistence }: ErcRecord): string => {
  const lines = ['erc:', field('who', who), field('what', what), field('when', when)];
  for (const place of where) lines.push(field('where', place));
  if (withdrawn !== undefined) lines.push(field('withdrawn', withdrawn));
  if (persistence !== undefined) {
    const { naa, term, properties, policy } = persistence;
    lines.push('persistence:', field('naa', naa), field('term', term), field('properties', properties));
    lines.push(field('policy', policy, NO_POLICY));
  }
  return `${lines.join('\n')}\n`;
};

/**
 * Further lines of a value begin with blanks, and none is empty, so that no value can look like a field or the end of
 * the record.
 */
const field = (label: string, value = '', absent = UNKNOWN): string => {
  const lines = value
    .split(LINE_BREAK)
    .map((line) => line.replace(CONTROL, ' ').trim())
    .filter((line) => line !== '');
  return `${label}: ${lines.length === 0 ? absent : lines.join('\n  ')}`;
};

/** Returns the same fields; null if nothing is known. */
export const ercToJson = ({ who, what, when, where, withdrawn, persistence }: ErcRecord) => ({
  erc: { who: who ?? null, what: what ?? null, when: when ?? null, where },
  ...(withdrawn !== undefined && { withdrawn }),
  ...(persistence && {
    persistence: {
      naa: persistence.naa ?? null,
      term: persistence.term,
      properties: persistence.properties,
      policy: persistence.policy ?? null,
    },
  }),
});
