import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNodeOverview } from '../../packages/server/src/compose/serving/create-overview.ts';
import type { MailMessage } from '../../packages/server/src/ports/federation/mail.ts';
import { sendDigest } from '../../packages/server/src/services/health/send-digest.ts';
import { openServedNode } from '../fixtures/served-node.ts';
import { settingsOf } from '../fixtures/test-node.ts';

const DAY = 86_400_000_000n;
const LETTERS: MailMessage[] = [];

const folder = mkdtempSync(join(tmpdir(), 'perene-test-'));
let served: Awaited<ReturnType<typeof openServedNode>>;

beforeAll(async () => {
  served = await openServedNode(folder, {}, { mail: { send: async (letter) => void LETTERS.push(letter) } });
  const { people } = served.node;
  for (const [name, role] of [
    ['ana', 'admin'],
    ['rui', 'steward'],
    ['eva', 'depositor'],
    ['otto', 'admin'],
  ] as const) {
    const { link = '' } = await people.invite({ name, email: `${name}@example.org`, role }, { by: 'link' });
    // Otto has not chosen a password yet.
    if (name === 'otto') continue;
    await people.useLink(link.slice(link.indexOf('#') + 1), { password: 'seven quiet herons at dawn' });
  }
});
afterAll(async () => {
  await served.close();
  rmSync(folder, { recursive: true });
});

/** Sends what is due after so many days, and returns who got a letter. */
const sendAfter = async (days: bigint): Promise<readonly string[]> => {
  const { node } = served;
  const { membership } = await node.federation();
  const { personMail } = node;
  if (personMail === undefined) throw new Error('the node sends e-mails');
  LETTERS.length = 0;
  const now = node.clock.now() + days * DAY;
  await sendDigest({
    ...node,
    overview: createNodeOverview(settingsOf({ data: folder }), node, membership),
    people: node.storedPeople,
    mail: personMail,
    clock: { now: () => now },
    periodMicroseconds: 7n * DAY,
    publicUrl: 'http://example.org',
    onMailError: (error) => {
      throw error;
    },
  });
  return LETTERS.map(({ to }) => to).sort();
};

it('those who look after a node are told in a letter what is not well, once in a period', async () => {
  expect(await sendAfter(0n)).toEqual([]);
  expect(await sendAfter(6n)).toEqual([]);
  expect(await sendAfter(8n)).toEqual(['ana@example.org', 'rui@example.org']);
  const [{ subject = '', text = '' } = {}] = LETTERS;
  expect(subject).toMatch(/^O que espera em .* \/ What waits at /);
  expect(text).toContain('- there was never a backup: make one');
  expect(text).toContain('- nunca houve um backup: faça um');
  expect(text).toContain('http://example.org/console/overview');
  expect(await sendAfter(9n)).toEqual([]);
  expect(await sendAfter(16n)).toHaveLength(2);
});
