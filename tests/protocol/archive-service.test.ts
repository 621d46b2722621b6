import { parseIbi } from '@perene/core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestArchive } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { ibipLabel } from '../fixtures/labels.ts';
import { serveInProcess } from '../fixtures/serve-in-process.ts';
import { createTemporaryFolder } from '../fixtures/temporary-folder.ts';

const IBIP = ibipLabel('LK47B6W/362SFKH');
const CLIENT = 'clientinformation.ipaddress=192.0.2.1';

const chosen = parseIbi(IBIP);
if (!chosen.ok) throw new Error(IBIP);

describe.each(DATABASES)('an Archive service that is known by an IBIp, over $name', ({ openMigrated }) => {
  it('is an item of the Archive like any other service, and stays what it is', async () => {
    const database = await openMigrated();
    const { service, catalogue } = await createTestArchive(database, { serviceLabel: chosen.value });
    expect(service.label).toBe(IBIP);
    const item = await catalogue.find(IBIP);
    expect(item).toMatchObject({ content: 'Service', state: { kind: 'original' } });
    expect(item?.repository).toMatch(/^example\.org\/archive\//);
    expect(item?.ibips).toContain(IBIP);
    const { body } = await service.answer(`servicesubject=urlRequest&${CLIENT}&parsedibiurl.ibi=${item?.repository}`);
    expect(body).toContain(`ibi {rep ${item?.repository} ibip ${IBIP}}`);
    expect(body).toContain(`ibi.archiveservice {ibip ${IBIP}}`);
    expect(body).toContain(`url http://archive.example.org/${IBIP}\r\n`);
    const again = await createTestArchive(database, { serviceLabel: chosen.value });
    expect(await again.catalogue.find(IBIP)).toEqual(item);
    expect((await createTestArchive(database)).service.label).toBe(IBIP);
  });
});

it('a node answers for it in any letter case', async () => {
  const node = await serveInProcess(createTemporaryFolder(), { flags: ['--archive-service', IBIP] });
  onTestFinished(async () => {
    await node.stop();
  });
  for (const path of [IBIP, IBIP.toLowerCase()]) {
    const answer = await fetch(`${node.url}/${path}?servicesubject=inclusionConfirmationRequest`);
    expect([answer.status, await answer.text()]).toEqual([200, 'confirmation yes']);
  }
});
