import { OverviewSchema } from '../views/desk/overview.ts';
import { JoiningSchema } from '../views/federation/joining.ts';
import { NodeSchema } from '../views/node.ts';
import { EXAMPLE_LABEL, EXAMPLE_PUBLIC_KEY, EXAMPLE_TIME } from './examples.ts';
import type { Operation } from './operation.ts';

export const NODE_OPERATIONS = {
  showNode: {
    method: 'GET',
    path: '/node',
    tag: 'Node',
    access: 'anyone',
    summary: 'Tell what this node is, and what it allows',
    answer: { status: 200, description: 'The node', body: NodeSchema },
    example: {
      answer: {
        version: '0.1.0',
        roles: ['minter', 'archive', 'resolver', 'console'],
        isReadingPublic: true,
        site: { name: { en: 'Library', pt: 'Biblioteca' }, logo: '/site/logo', isForPractice: false },
        maxFileBytes: 1_073_741_824,
        signIn: { hasPeople: true, sendsMail: true },
      },
    },
  },
  showOverview: {
    method: 'GET',
    path: '/overview',
    tag: 'Node',
    access: 'steward',
    summary: 'Tell how the node is, what it holds, and what waits for somebody',
    description: 'As "perene doctor" does, without what takes long. It is looked at anew once a minute.',
    answer: { status: 200, description: 'The overview', body: OverviewSchema },
    example: {
      answer: {
        findings: [
          {
            part: 'backup',
            level: 'warning',
            code: 'health',
            parameters: { reason: 'backup-none' },
            detail: 'there was never a backup: make one with "perene backup", and let a timer repeat it',
          },
        ],
        items: { kept: 12, removed: 1, bytes: 52_000_000, growth: [{ month: '2026-11', items: 12 }] },
        waiting: { proposals: 1, registrations: 0, alerts: 0 },
      },
    },
  },
  showJoining: {
    method: 'GET',
    path: '/node/joining',
    nodeRole: 'archive',
    tag: 'Node',
    access: 'reader',
    summary: 'Tell which resolver the Archive joins, what that one last said, and how its log is',
    answer: { status: 200, description: 'The Archive towards its resolver', body: JoiningSchema },
    example: {
      answer: {
        service: EXAMPLE_LABEL,
        key: EXAMPLE_PUBLIC_KEY,
        address: 'archive.example.org',
        resolver: 'https://resolver.example.org',
        state: { kind: 'included', confirmed: true, key: 'known' },
        at: EXAMPLE_TIME,
        toldAddress: 'archive.example.org',
      },
    },
  },
} as const satisfies Readonly<Record<string, Operation>>;
