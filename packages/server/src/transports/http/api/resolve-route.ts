import { Type } from '@fastify/type-provider-typebox';
import type { ResolverOperations, TraceStep } from '../../../services/resolver/resolution.ts';
import type { AddressReader } from '../resolve/client-addresses.ts';
import { resolutionToJson } from '../resolve/describe-problem.ts';
import type { Api } from './api.ts';
import { checkRole } from './authentication.ts';
import { describeOperation } from './operation.ts';

/** More than any persistent URL has; what is too long is an outcome, too. */
const MAX_URL_LENGTH = 16_384;
const MAX_STEPS = 1_000;

const archive = {
  address: Type.String({ description: 'Host, and port if it is not 80' }),
  service: Type.String({ description: 'Label of its Archive service' }),
};
const text = (description: string) => Type.Optional(Type.String({ description }));
const listOf = (description: string, more: Parameters<typeof Type.Object>[0]) =>
  Type.Optional(Type.Array(Type.Object({ ...archive, ...more }), { description }));

const ResolutionSchema = Type.Object({
  outcome: Type.Unsafe<string>({
    type: 'string',
    enum: [
      'found',
      'malformed',
      'unknown',
      'untranslated',
      'removed',
      'disputed',
      'uncertain',
      'no-original',
      'endless',
    ],
  }),
  ibi: text('The label asked for, in canonical spelling'),
  url: text('found: where it leads'),
  archive: Type.Optional(Type.Object(archive, { description: 'found: which Archive answered' })),
  state: text('found: Original or Copy, where the Archive told'),
  isByLanguage: Type.Optional(Type.Boolean({ description: 'found: Accept-Language decided' })),
  changes: Type.Optional(Type.Array(Type.String(), { description: 'found: what was repaired in the URL' })),
  text: text('malformed: what was given'),
  problem: text('malformed: a stable code'),
  position: Type.Optional(Type.Integer({ description: 'malformed: of the character that does not fit, from 0' })),
  expected: text('malformed: what was expected there'),
  language: text('untranslated: the language asked for'),
  languages: Type.Optional(Type.Array(Type.String(), { description: 'untranslated: those that there are' })),
  removals: listOf('removed: by which Archives', { removedAt: text('ISO 8601'), title: text('What it was') }),
  claims: listOf('disputed: Archives that claim the original', { url: text(''), timestamp: text('ISO 8601') }),
  silent: listOf('uncertain: Archives that did not answer', { reason: Type.String() }),
  retryAfterSeconds: Type.Optional(Type.Integer({ description: 'uncertain: when to ask again' })),
  copies: listOf('no-original: Archives that hold a copy', {}),
  chain: Type.Optional(Type.Array(Type.String(), { description: 'endless: labels, in the order they led on' })),
  steps: Type.Optional(
    Type.Array(Type.Object({ kind: Type.String() }), {
      description: `What was asked, answered and decided, with trace=yes; at most ${MAX_STEPS}`,
    }),
  ),
});

export const registerResolveRoute = (
  api: Api,
  needs: { readonly resolver: ResolverOperations; readonly readAddresses: AddressReader },
): void => {
  const { config, documentation } = describeOperation({
    summary: 'Resolve a persistent URL without following it',
    description: 'Any outcome is a 200. Nothing is counted as an access. A trace needs a key.',
    tag: 'Identifiers',
    access: 'reading',
    answers: { 200: { ...ResolutionSchema, description: 'What it came to' } },
  });
  const querystring = Type.Object({
    url: Type.String({
      minLength: 1,
      maxLength: MAX_URL_LENGTH,
      description: 'A persistent URL, or what follows its host, or whatever people paste',
    }),
    trace: Type.Optional(
      Type.Unsafe<'yes' | 'no'>({ type: 'string', enum: ['yes', 'no'], description: 'Whether to tell the steps' }),
    ),
  });
  api.get('/resolve', { config, schema: { ...documentation, querystring } }, async (request) => {
    const isTraced = request.query.trace === 'yes';
    if (isTraced) checkRole(request.principal, 'reader');
    const steps: TraceStep[] = [];
    const note = (step: TraceStep): void => {
      if (steps.length < MAX_STEPS) steps.push(step);
    };
    const resolution = await needs.resolver.resolve(
      {
        target: request.query.url,
        clientAddresses: needs.readAddresses(request.raw),
        languages: request.headers['accept-language'],
        isCounted: false,
      },
      isTraced ? note : undefined,
    );
    return { ...resolutionToJson(resolution), ...(isTraced && { steps }) };
  });
};
