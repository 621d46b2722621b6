import { Type } from 'typebox';
import {
  LogConsistencySchema,
  LogEntryPageSchema,
  LogHeadSchema,
  LogProofSchema,
  ProofSchema,
} from '../../views/federation/trust-log.ts';
import { closed, text, wordOf } from '../../views/parts.ts';
import { EXAMPLE_REPOSITORY } from '../examples.ts';
import { IbiParameters, type Operation } from '../operation.ts';

const MAX_COUNT = 200;
/** Sizes and places stay exact up to here. */
const MAX_SIZE = 2 ** 52;

const place = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_SIZE, description });

const PINNED = `ibi-log-v1
2026-11-17T09:20:00Z
ibi-key-v1
pinned
J8LNKAN8PW/4CQKS8E
ed25519:6AJWbUbLH9o905hhSpPOvsyDFZw5IEGppSPRTvJLsL4=
none
2026-11-17T09:20:00Z
ed25519:iBdWFbKcyAAOrmTuFvaP9Y5iMB7fx2jLhzzvyCCZI5c=
99RBvqgoykud/LeETlf9asq0anUqB4YpZe/i6Cw14V/1eS48EvvtI9Wtl23RvzGdyfJjCAETTlHn7MdOeHBTAA==
`;
const CLAIM = `ibi-log-v1
2026-11-17T09:20:00Z
ibi-claim-v1
example.org/www/2026/11.17.09.20
none
Original
sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
2026-11-17T09:20:00Z
J8LNKAN8PW/4CQKS8E
none
ed25519:6AJWbUbLH9o905hhSpPOvsyDFZw5IEGppSPRTvJLsL4=
UG2wzBfQt4dVUL7QYQXTkaJ7TkEhdwarXEG20aX63wQMv7FtgS1FGa9O6FNESvf4dW4aQFDZhULGqQEQc1x/Dw==
`;
const HASH_OF_PINNED = 'qeOr+KsFN4TYhOONY7ricxdHp7WuWHQNgbjIrwv1HC4=';
const HASH_OF_CLAIM = 'v+9oYCBjC8zjVOum/su/sdsXVSNJn/1taxz9IIvZZM8=';
const CHECKPOINT = `resolver.example.org/log
2
yv0e9xKyApwrAJwIeD8Klk+F8O+AoI70PeKTHlLKx2g=

— resolver.example.org/log zt1PvGnND7tiBzAsAJ4P/Q99GoDuqCAbsYLQPEeqeJljQ7nsTw8XqihgOIb85eXmTilUlPQet87D/cPEw8Rw5yUeUwY=
`;
const LOG_KEY = 'resolver.example.org/log+cedd4fbc+AYgXVhWynMgADq5k7hb2j/WOYjAe38doy4c878ggmSOX';
const HEAD = { head: CHECKPOINT, size: 2, logKey: LOG_KEY, witnessKeys: [] };
const LOGGED_CLAIM = { index: 1, entry: CLAIM, path: [HASH_OF_PINNED] };

export const EXAMPLE_PROOF = {
  format: 'ibi-proof-v1',
  label: EXAMPLE_REPOSITORY,
  history: [LOGGED_CLAIM],
  keys: [{ index: 0, entry: PINNED, path: [HASH_OF_CLAIM] }],
  checkpoint: CHECKPOINT,
  logKey: LOG_KEY,
  witnessKeys: [],
};

const ofLog = { nodeRole: 'resolver', tag: 'Log', method: 'GET', access: 'anyone' } as const;

/** The log of a resolver: who claimed what when, and proofs that nothing of it was changed. */
export const TRUST_LOG_OPERATIONS = {
  showLogHead: {
    ...ofLog,
    path: '/log/head',
    summary: 'Show the head of the log, signed',
    description: 'Whoever keeps a head can check later that the log has only grown since.',
    query: Type.Object(
      {
        witnessed: Type.Optional(wordOf(['yes', 'no'], 'yes: the newest one that other Archives have signed as well')),
      },
      closed,
    ),
    answer: { status: 200, description: 'The head', body: LogHeadSchema },
    example: { answer: HEAD },
  },
  showLogProof: {
    ...ofLog,
    path: '/log/proof',
    summary: 'Prove that an entry is in the log',
    query: Type.Object(
      {
        index: Type.Optional(place('Place of the entry')),
        label: Type.Optional(text('A label instead: the newest entry about it')),
        size: Type.Optional(place('Size of the log that the proof is for; without it, that of the newest head')),
      },
      closed,
    ),
    answer: { status: 200, description: 'The entry, and its path to the root', body: LogProofSchema },
    refusals: ['label-invalid', 'log-entry-not-found'],
    example: { request: { index: 1 }, answer: { ...LOGGED_CLAIM, ...HEAD, others: [] } },
  },
  showLogConsistency: {
    ...ofLog,
    path: '/log/consistency',
    summary: 'Prove that the log has only grown from one size to another',
    query: Type.Object({ from: place('The earlier size'), to: place('The later size') }, closed),
    answer: { status: 200, description: 'The proof', body: LogConsistencySchema },
    refusals: ['log-entry-not-found'],
    example: { request: { from: 1, to: 2 }, answer: { from: 1, to: 2, path: [HASH_OF_CLAIM] } },
  },
  listLogEntries: {
    ...ofLog,
    path: '/log/entries',
    summary: 'List entries of the log, in order',
    query: Type.Object(
      {
        from: place('Place of the first'),
        count: Type.Optional(
          Type.Integer({ minimum: 1, maximum: MAX_COUNT, description: `At most (default ${MAX_COUNT})` }),
        ),
      },
      closed,
    ),
    answer: { status: 200, description: 'As many as fit; none at the end', body: LogEntryPageSchema },
    example: { request: { from: 0, count: 2 }, answer: { from: 0, entries: [PINNED, CLAIM], size: 2 } },
  },
  showProof: {
    ...ofLog,
    path: '/proofs/{ibi}',
    summary: 'Prove who claimed an item when',
    description: 'A file that can be checked without a network: by "perene proof verify", or with @perene/core.',
    params: IbiParameters,
    answer: { status: 200, description: 'The proof file', body: ProofSchema },
    refusals: ['label-invalid', 'log-entry-not-found'],
    example: {
      request: { ibi: EXAMPLE_REPOSITORY },
      answer: EXAMPLE_PROOF,
    },
  },
} as const satisfies Readonly<Record<string, Operation>>;
