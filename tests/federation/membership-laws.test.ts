import { join } from 'node:path';
import { Refusal } from '@perene/api/refusals';
import type { Label } from '@perene/core';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import type { SqlDatabase } from '../../packages/server/src/adapters/sql/engine/sql-database.ts';
import { openSqliteDatabase } from '../../packages/server/src/adapters/sql/engine/sqlite/sqlite-database.ts';
import { createSqlMembers } from '../../packages/server/src/adapters/sql/members/sql-members.ts';
import { migrate } from '../../packages/server/src/adapters/sql/migrations/migrations.ts';
import { createSystemClock } from '../../packages/server/src/adapters/system/system-clock.ts';
import type { MemberState } from '../../packages/server/src/ports/federation/members.ts';
import type { Secrets } from '../../packages/server/src/ports/system/secrets.ts';
import { createMembershipOperations } from '../../packages/server/src/services/resolver/members/create-membership-operations.ts';
import { createResolverService } from '../../packages/server/src/services/resolver/members/create-resolver-service.ts';
import { openMemberDirectory } from '../../packages/server/src/services/resolver/members/member-directory.ts';
import { parsedLabel } from '../fixtures/labels.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';
import { queryOf } from './membership-resolver.ts';

const SERVICES = ['example.org/a/2026/01.01.00.00', 'example.org/b/2026/01.01.00.00'].map(parsedLabel);
const KEYS = ['1111111111', '2222222222'];
const ADDRESSES = ['a.example.org', 'b.example.org:8081'];

/** The real hashes are slow on purpose, and have tests of their own. */
const quickHashes: Pick<Secrets, 'hashKey' | 'isKeyOf' | 'isKnownKey'> = {
  hashKey: async (key) => `hash of ${key}`,
  isKeyOf: async (hash, key) => hash === `hash of ${key}`,
  isKnownKey: () => false,
};

type Action = 'ask' | 'register' | 'approve' | 'revoke' | 'inclusionRequest' | 'exclusionRequest';

interface Step {
  readonly action: Action;
  readonly service: Label;
  readonly key: string;
  readonly address: string;
}

interface Known {
  readonly state: MemberState;
  readonly key: string;
  readonly address?: string;
}

/**
 * What the standard and the decisions say, in one table: the new state of the member, and whether the step was done.
 */
const expectedOf = (known: Known | undefined, { action, key, address }: Step): [Known | undefined, boolean] => {
  const isRegistered = known !== undefined && known.state !== 'requested' && known.state !== 'revoked';
  switch (action) {
    case 'ask':
      if (known === undefined) return [{ state: 'requested', key }, true];
      return [known, known.state === 'requested' && known.key === key];
    case 'register':
      return [isRegistered ? { ...known, key } : { ...known, state: 'registered', key }, true];
    case 'approve':
      return [known && (isRegistered ? known : { ...known, state: 'registered' }), known !== undefined];
    case 'revoke':
      if (known === undefined || known.state === 'requested') return [undefined, known !== undefined];
      return [{ ...known, state: 'revoked' }, true];
    default: {
      if (!isRegistered || known.key !== key) return [known, false];
      const included = { state: 'included', key, address } as const;
      return [action === 'inclusionRequest' ? included : { ...known, state: 'excluded' }, true];
    }
  }
};

/** Opens a membership without members. */
const openMembership = async (database: SqlDatabase) => {
  await database.transaction((session) => session.run('delete from archive_members'));
  const members = createSqlMembers(database);
  const clock = createSystemClock();
  const onError = (error: unknown): never => {
    throw error;
  };
  const directory = await openMemberDirectory({
    members,
    localService: undefined,
    onConfirmed: () => undefined,
    onError,
  });
  const shared = { members, clock, directory, secrets: quickHashes };
  const operations = createMembershipOperations({
    ...shared,
    circuits: undefined,
    mail: undefined,
    findEvidence: async () => undefined,
    findTrust: async () => new Map(),
    resolverUrl: 'http://resolver.example.org',
    onMailError: onError,
  });
  const service = createResolverService({
    log: undefined,
    ...shared,
    messenger: { send: async () => 'confirmation yes' },
    leases: { answer: async () => '' },
    tellAlias: async () => '',
  });
  let client = 0;

  const decide = async (work: Promise<unknown>): Promise<boolean> => {
    try {
      await work;
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  };
  const carryOut = async (step: Step): Promise<boolean> => {
    client += 1;
    const by = `client ${client}`;
    const request = { service: step.service, registrationKey: step.key };
    switch (step.action) {
      case 'ask':
        return decide(operations.register(request, { kind: 'anyone', address: by }));
      case 'register':
        return decide(operations.register(request, { kind: 'operator' }));
      case 'approve':
        return decide(operations.approve(step.service));
      case 'revoke':
        return decide(operations.revoke(step.service));
      default: {
        const pairs = {
          archiveserviceibi: step.service,
          archiveaddress: step.address,
          registrationkey: step.key,
        };
        const { status } = await service.answer(queryOf(step.action, pairs), { by, isHead: false });
        return status === 200;
      }
    }
  };
  return { carryOut, directory, members, close: () => directory.close() };
};

const steps = fc.array(
  fc.record({
    action: fc.constantFrom<Action>('ask', 'register', 'approve', 'revoke', 'inclusionRequest', 'exclusionRequest'),
    service: fc.constantFrom(...SERVICES),
    key: fc.constantFrom(...KEYS),
    address: fc.constantFrom(...ADDRESSES),
  }),
  { minLength: 1, maxLength: 30 },
);

it('whatever comes in whatever order, Archives are in the state that the rules say, and keep their numbers', async () => {
  const database = openSqliteDatabase(join(createTemporaryFolder(), 'perene.sqlite'));
  onTestFinished(() => database.close());
  await migrate(database);
  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      const membership = await openMembership(database);
      const model = new Map<string, Known>();
      const numbers = new Map<string, number>();
      try {
        for (const step of walk) {
          const [known, isDone] = expectedOf(model.get(step.service), step);
          expect(await membership.carryOut(step)).toBe(isDone);
          if (known === undefined) model.delete(step.service);
          else model.set(step.service, known);

          for (const service of SERVICES) {
            const member = await membership.members.find(service);
            expect(member?.state).toBe(model.get(service)?.state);
            const number = numbers.get(service) ?? member?.number;
            expect(member?.number).toBe(number);
            if (number !== undefined) numbers.set(service, number);
          }
          expect(new Set(numbers.values()).size).toBe(numbers.size);
          const included = [...model].filter(([, { state }]) => state === 'included');
          expect(membership.directory.included().map(({ service, address }) => [service, address])).toEqual(
            included
              .sort(([one], [other]) => Number(numbers.get(one)) - Number(numbers.get(other)))
              .map(([service, { address }]) => [service, address]),
          );
        }
      } finally {
        await membership.close();
      }
    }),
    { numRuns: 150 },
  );
});
