import { Type } from 'typebox';
import { AlertPageSchema, AlertSchema } from '../../views/federation/alert.ts';
import { ArchivePageSchema, ArchiveSchema, RegistrationSchema } from '../../views/federation/archive.ts';
import { ArchiveKeySchema } from '../../views/federation/trust-log.ts';
import { closed, text } from '../../views/parts.ts';
import { EXAMPLE_ARCHIVE, EXAMPLE_LABEL, EXAMPLE_PUBLIC_KEY, EXAMPLE_REPOSITORY, EXAMPLE_TIME } from '../examples.ts';
import { IbiParameters, type Operation, pageQuery } from '../operation.ts';

const ofResolver = { nodeRole: 'resolver', tag: 'Archives' } as const;

const EXAMPLE_ALERT = {
  ibi: EXAMPLE_REPOSITORY,
  claims: [
    { service: EXAMPLE_LABEL, address: 'archive.example.org' },
    { service: '8JMKD3MGP8W/34PGRBS', address: 'other.example.org' },
  ],
  firstSeen: EXAMPLE_TIME,
  lastSeen: EXAMPLE_TIME,
  times: 1,
};

/** The operations for Archives that take part in resolution, or ask to. */
export const ARCHIVE_OPERATIONS = {
  listArchives: {
    ...ofResolver,
    method: 'GET',
    path: '/archives',
    access: 'reading',
    summary: 'List the Archives that take part in resolution, or ask to',
    query: pageQuery({}),
    answer: { status: 200, description: 'One page', body: ArchivePageSchema },
    example: { answer: { archives: [EXAMPLE_ARCHIVE] } },
  },
  registerArchive: {
    ...ofResolver,
    method: 'POST',
    path: '/archives',
    access: 'anyone',
    summary: 'Ask that an Archive be registered',
    description:
      'As by the e-mail of RTC-11 Example 7.1: the operator approves. With the key of an admin it is registered and approved at once, or gets another registration key. The same request again is the same request.',
    body: RegistrationSchema,
    isRepeatable: true,
    answer: { status: 201, description: 'The Archive: requested, or registered', body: ArchiveSchema },
    refusals: [
      'label-invalid',
      'archive-registered',
      'archives-full',
      'registration-invalid',
      'too-many-registrations',
    ],
    example: {
      request: { service: EXAMPLE_LABEL, registrationKey: '0123456789', email: 'ana@example.org' },
      answer: { ...EXAMPLE_ARCHIVE, mail: 'sent' },
    },
  },
  approveArchive: {
    ...ofResolver,
    method: 'POST',
    path: '/archives/{ibi}/approve',
    access: 'admin',
    summary: 'Register an Archive that asked for it',
    description:
      'Its administrator is told by e-mail, where the node can send any. Revoked ones may be approved again.',
    params: IbiParameters,
    isRepeatable: true,
    answer: { status: 200, description: 'The Archive as it is now', body: ArchiveSchema },
    refusals: ['label-invalid', 'archive-not-found', 'archive-registered', 'archives-full'],
    example: { request: { ibi: EXAMPLE_LABEL }, answer: { ...EXAMPLE_ARCHIVE, mail: 'none' } },
  },
  revokeArchive: {
    ...ofResolver,
    method: 'POST',
    path: '/archives/{ibi}/revoke',
    access: 'admin',
    summary: 'Ask an Archive no more, and refuse to include it',
    description: 'A request that waits is forgotten.',
    params: IbiParameters,
    isRepeatable: true,
    answer: { status: 200, description: 'The Archive as it is now', body: ArchiveSchema },
    refusals: ['label-invalid', 'archive-not-found'],
    example: { request: { ibi: EXAMPLE_LABEL }, answer: { ...EXAMPLE_ARCHIVE, state: 'revoked' } },
  },
  replaceArchiveKey: {
    ...ofResolver,
    method: 'PUT',
    path: '/archives/{ibi}/key',
    access: 'admin',
    summary: 'Replace the key that an Archive signs with, because it was lost',
    description:
      'The log has it for ever, and the former key counts for nothing that is logged later. An Archive that still has its key changes it by itself.',
    params: IbiParameters,
    body: Type.Object({ key: text('As "perene archive status" shows it there') }, closed),
    answer: { status: 200, description: 'The key that counts now', body: ArchiveKeySchema },
    refusals: ['label-invalid', 'archive-not-found', 'archive-key-refused'],
    example: {
      request: { ibi: EXAMPLE_LABEL, key: EXAMPLE_PUBLIC_KEY },
      answer: { service: EXAMPLE_LABEL, key: EXAMPLE_PUBLIC_KEY },
    },
  },
  listAlerts: {
    ...ofResolver,
    method: 'GET',
    path: '/alerts',
    access: 'reading',
    summary: 'List originals that several Archives claim, the last seen first',
    query: pageQuery({}),
    answer: { status: 200, description: 'One page', body: AlertPageSchema },
    refusals: ['cursor-invalid'],
    example: {
      answer: {
        alerts: [EXAMPLE_ALERT],
      },
    },
  },
  showAlert: {
    ...ofResolver,
    method: 'GET',
    path: '/alerts/{ibi}',
    access: 'reading',
    summary: 'Show an alert with its evidence',
    description:
      'Who claimed what when, whether the signatures are valid, who handed the original over, and whether the label itself agrees with each claimant. It is evidence, and no verdict.',
    params: IbiParameters,
    answer: { status: 200, description: 'The alert', body: AlertSchema },
    refusals: ['alert-not-found'],
    example: {
      request: { ibi: EXAMPLE_REPOSITORY },
      answer: {
        ...EXAMPLE_ALERT,
        evidence: {
          labels: [{ label: EXAMPLE_REPOSITORY, place: 'example.org', port: 80, made: EXAMPLE_TIME }],
          forms: 'unknown',
          hashes: 'unknown',
          claimants: [
            {
              service: EXAMPLE_LABEL,
              address: 'archive.example.org',
              signature: 'valid',
              claim: {
                hash: 'sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
                time: EXAMPLE_TIME,
                key: EXAMPLE_PUBLIC_KEY,
                logged: { index: 1, time: EXAMPLE_TIME },
              },
              key: { reason: 'pinned', logged: { index: 0, time: EXAMPLE_TIME } },
              first: { index: 1, time: EXAMPLE_TIME },
              chain: 'first',
              host: 'differs',
              ip: 'unknown',
              instant: 'agrees',
              secondsToClaim: 0,
            },
            {
              service: '8JMKD3MGP8W/34PGRBS',
              address: 'other.example.org',
              signature: 'unsigned',
              chain: 'unknown',
              host: 'differs',
              ip: 'unknown',
              instant: 'unknown',
            },
          ],
          transfers: [],
        },
      },
    },
  },
} as const satisfies Readonly<Record<string, Operation>>;
