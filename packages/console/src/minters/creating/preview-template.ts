import { createSequence, type MinterTerm, minterProperties, parseTemplate, type Refused } from '@perene/core/noid';

/** What a template would give, before anybody creates a minter with it. */
export type TemplatePreview =
  | { readonly kind: 'refused'; readonly refused: Refused }
  | { readonly kind: 'binding' }
  | MintingPreview;

export interface MintingPreview {
  readonly kind: 'minting';
  readonly prefix: string;
  readonly order: 'random' | 'sequential' | 'unlimited';
  /** Each letter of the mask after the first, in order, `k` included. */
  readonly letters: readonly string[];
  /** How many identifiers there are; null if there is no end. */
  readonly total: bigint | null;
  /** The very first identifiers that would be minted. */
  readonly samples: readonly string[];
  /** The letters of GRANITE; a hyphen stands for each that does not apply. */
  readonly properties: string;
}

const SAMPLES = 4;

export const previewTemplate = (
  text: string,
  { naan, term }: { readonly naan: string; readonly term: MinterTerm },
): TemplatePreview => {
  const parsed = parseTemplate(text);
  if (!parsed.ok) return { kind: 'refused', refused: parsed };
  const template = parsed.value;
  if (template.kind === 'binding') return { kind: 'binding' };
  const sequence = createSequence({ template, naan, wraps: false });
  const samples = Array.from({ length: SAMPLES }, () => sequence.next()).flatMap((next) => (next.ok ? next.value : []));
  return {
    kind: 'minting',
    prefix: template.prefix,
    order: template.order,
    letters: [...template.letters, ...(template.hasCheckCharacter ? ['k'] : [])],
    total: template.total,
    samples,
    properties: minterProperties(template, { term, naan, bindsAnything: false }),
  };
};

/** Groups the letters of a mask: equal letters in a row are one group. */
export const gatherRuns = (letters: readonly string[]): readonly string[] => letters.join('').match(/(.)\1*/g) ?? [];
