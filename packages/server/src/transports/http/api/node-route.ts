import { Type } from '@fastify/type-provider-typebox';
import type { NodeRole } from '../../../config/roles.ts';
import type { Api } from './api.ts';
import { describeOperation } from './operation.ts';

const NodeSchema = Type.Object(
  {
    version: Type.String(),
    roles: Type.Array(Type.String(), { description: 'What this node does: minter, archive, resolver, console' }),
    isReadingPublic: Type.Boolean({ description: 'Whether reading needs no key' }),
    maxFileBytes: Type.Integer({ description: 'How large a deposited file may be' }),
  },
  { additionalProperties: false },
);

export const registerNodeRoute = (
  api: Api,
  {
    version,
    roles,
    isReadingPublic,
    limits,
  }: {
    readonly version: string;
    readonly roles: readonly NodeRole[];
    readonly isReadingPublic: boolean;
    readonly limits: { readonly maxFileBytes: number };
  },
): void => {
  const { config, documentation } = describeOperation({
    summary: 'Tell what this node is, and what it allows',
    tag: 'Node',
    access: 'anyone',
    answers: { 200: { ...NodeSchema, description: 'The node' } },
  });
  const { maxFileBytes } = limits;
  api.get('/node', { config, schema: documentation }, async () => ({ version, roles, isReadingPublic, maxFileBytes }));
};
