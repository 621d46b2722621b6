import { Type } from 'typebox';
import { PurlChangeSchema, PurlImportedSchema, PurlImportSchema, PurlSchema } from '../../views/minting/purls.ts';
import { text } from '../../views/parts.ts';
import { NameParameters } from '../bindings.ts';
import type { Operation } from '../operation.ts';

const ofMinter = { nodeRole: 'minter', tag: 'Minters' } as const;
const PurlParameters = Type.Object({
  ...NameParameters.properties,
  path: text('The path below the domain, its slashes written %2F'),
});
const PURL = { name: 'obo', path: 'go.owl' };
const TARGET = 'https://example.org/go.owl';
const SHOWN = {
  domain: 'obo',
  path: 'go.owl',
  status: '302',
  partial: false,
  target: TARGET,
  owner: 'ana',
  maintainers: [],
};

/** The operations on PURLs, whose domains are minters. */
export const PURL_OPERATIONS = {
  showPurl: {
    ...ofMinter,
    method: 'GET',
    path: '/minters/{name}/purls/{path}',
    access: 'reading',
    summary: 'Show a PURL',
    params: PurlParameters,
    answer: { status: 200, description: 'The PURL', body: PurlSchema },
    refusals: ['minter-not-found', 'purl-invalid', 'purl-not-found'],
    example: { request: PURL, answer: SHOWN },
  },
  setPurl: {
    ...ofMinter,
    method: 'PUT',
    path: '/minters/{name}/purls/{path}',
    access: 'depositor',
    isLimitable: true,
    summary: 'Make or change a PURL',
    description: 'What is not given stays as it is. A PURL that leads to another PURL of this node is refused.',
    params: PurlParameters,
    body: PurlChangeSchema,
    isRepeatable: true,
    answer: { status: 200, description: 'The PURL', body: PurlSchema },
    refusals: ['minter-not-found', 'purl-invalid', 'purl-not-found', 'purl-owned', 'identifier-invalid'],
    example: { request: { ...PURL, target: TARGET }, answer: SHOWN },
  },
  importPurls: {
    ...ofMinter,
    method: 'POST',
    path: '/minters/{name}/purls',
    access: 'depositor',
    isLimitable: true,
    summary: 'Make PURLs of a file of purl.org or w3id',
    description: 'All of it in one transaction. What cannot be a PURL is listed with the reason.',
    params: NameParameters,
    body: PurlImportSchema,
    isRepeatable: true,
    answer: { status: 200, description: 'What was done', body: PurlImportedSchema },
    refusals: ['minter-not-found', 'purl-invalid', 'purl-owned', 'identifier-invalid', 'pattern-invalid'],
    example: {
      request: { name: 'obo', format: 'htaccess', text: 'RewriteRule ^go\\.owl$ https://example.org/go.owl [R=302,L]' },
      answer: { set: 1, rules: 0, problems: [] },
    },
  },
} as const satisfies Readonly<Record<string, Operation>>;
