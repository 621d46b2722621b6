import { NodeSchema } from '../views/node.ts';
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
        maxFileBytes: 1_073_741_824,
      },
    },
  },
} as const satisfies Readonly<Record<string, Operation>>;
