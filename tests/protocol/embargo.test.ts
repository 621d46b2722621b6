import type { Ibi } from '@perene/core';
import { describe, expect, it } from 'vitest';
import { createSystemClock } from '../../packages/server/src/adapters/system/system-clock.ts';
import { AUTHOR, createTestArchive, filesOf } from '../fixtures/archive.ts';
import { DATABASES } from '../fixtures/databases.ts';
import { named } from '../fixtures/labels.ts';

const CLIENT = 'clientinformation.ipaddress=150.163.2.175';
const DAY = 86_400_000_000n;

const dayOf = (microseconds: bigint): string => new Date(Number(microseconds / 1_000n)).toISOString().slice(0, 10);

describe.each(DATABASES)('an embargo over $name', ({ openMigrated }) => {
  it('keeps files closed until its day begins, and ends by itself, whatever was answered before', async () => {
    const system = createSystemClock();
    let ahead = 0n;
    const clock = { ...system, now: () => system.now() + ahead };
    const { archive, service, documents } = await createTestArchive(await openMigrated(), { clock });
    const embargo = dayOf(system.now() + 2n * DAY);
    const item = await archive.deposit(
      { files: filesOf({ 'a.txt': 'secret' }), access: { fileList: 'open', embargo } },
      AUTHOR,
    );
    expect((await archive.show(named(item.repository))).access).toEqual({ fileList: 'open', embargo });
    const request = { ibi: named(item.repository) as Ibi, clientAddress: '192.0.2.7', hasKey: true };
    const ask = async (more = '') => {
      const query = `servicesubject=urlRequest&${CLIENT}&parsedibiurl.ibi=${item.repository}${more}`;
      const { body, isLasting } = await service.answer(query);
      return { isLasting, isFile: body.includes('/doc/a.txt'), isPage: body.includes(`/items/${item.repository}`) };
    };
    for (let time = 0; time < 2; time += 1) {
      expect(await ask()).toEqual({ isLasting: false, isFile: false, isPage: true });
      expect((await ask('&parsedibiurl.filepath=/a.txt')).isFile).toBe(false);
      await expect(documents.open({ ...request, path: 'a.txt' })).rejects.toMatchObject({
        code: 'file-embargoed',
        parameters: { until: embargo },
      });
      await expect(documents.openAll(request)).rejects.toMatchObject({ code: 'file-embargoed' });
    }
    ahead = 3n * DAY;
    expect(await ask()).toMatchObject({ isFile: true, isPage: false });
    expect(await documents.open({ ...request, path: 'a.txt' })).toMatchObject({ kind: 'file' });
  });

  it('ends at a day that exists', async () => {
    const { archive } = await createTestArchive(await openMigrated());
    for (const embargo of ['2027-02-30', 'soon', '2027-1-1', '']) {
      await expect(
        archive.deposit({ files: filesOf({ 'a.txt': 'a' }), access: { fileList: 'open', embargo } }, AUTHOR),
      ).rejects.toMatchObject({ code: 'embargo-invalid' });
    }
  });
});
