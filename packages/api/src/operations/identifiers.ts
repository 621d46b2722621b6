import { Type } from 'typebox';
import { ResolutionSchema } from '../views/federation/resolution.ts';
import { MintedIbisSchema } from '../views/ibi.ts';
import { closed, wordOf } from '../views/parts.ts';
import { EXAMPLE_LABEL, EXAMPLE_REPOSITORY } from './examples.ts';
import type { Operation } from './operation.ts';

/** A request mints at most so many labels, so that it holds up no others; more labels take several requests. */
export const MAX_MINTED_COUNT = 10_000;
/**
 * Longer than any persistent URL, because a URL that is too long has an outcome, too; shorter than the head of a
 * request may be.
 */
const MAX_URL_LENGTH = 12_288;

export const IDENTIFIER_OPERATIONS = {
  mintIbis: {
    nodeRole: 'minter',
    method: 'POST',
    path: '/ibis',
    tag: 'Identifiers',
    access: 'depositor',
    summary: 'Mint labels that nobody has had before',
    body: Type.Object(
      {
        count: Type.Optional(
          Type.Integer({
            law: { minimum: 1, maximum: MAX_MINTED_COUNT },
            description: `1 (default) to ${MAX_MINTED_COUNT}`,
          }),
        ),
      },
      closed,
    ),
    isRepeatable: true,
    answer: { status: 201, description: 'The labels, in both forms', body: MintedIbisSchema },
    refusals: ['count-out-of-range', 'clock-behind', 'clock-unset'],
    example: {
      request: { count: 1 },
      answer: { ibis: [{ repository: EXAMPLE_REPOSITORY, ibip: EXAMPLE_LABEL, date: '1794907200' }] },
    },
  },
  resolveUrl: {
    nodeRole: 'resolver',
    method: 'GET',
    path: '/resolve',
    tag: 'Identifiers',
    access: 'reading',
    summary: 'Resolve a persistent URL without following it',
    description: 'Any outcome is a 200. Nothing is counted as an access. A trace needs a key.',
    query: Type.Object(
      {
        url: Type.String({
          minLength: 1,
          maxLength: MAX_URL_LENGTH,
          description: 'A persistent URL, or what follows its host, or whatever people paste',
        }),
        trace: Type.Optional(wordOf(['yes', 'no'], 'Whether to tell the steps')),
      },
      closed,
    ),
    answer: { status: 200, description: 'What it came to', body: ResolutionSchema },
    example: {
      request: { url: `https://example.org/${EXAMPLE_LABEL}` },
      answer: {
        outcome: 'found',
        ibi: EXAMPLE_LABEL,
        url: `http://archive.example.org/col/${EXAMPLE_REPOSITORY}/doc/report.pdf`,
        archive: { address: 'archive.example.org', service: '8JMKD3MGP8W/34PGRBS' },
        state: 'Original',
      },
    },
  },
} as const satisfies Readonly<Record<string, Operation>>;
