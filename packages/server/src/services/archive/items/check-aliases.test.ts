import { expect, it } from 'vitest';
import { repositoryLabel } from '../../../../../../tests/fixtures/labels.ts';
import { createCarrierFinder, type FindCarrier, refuseCarried } from './check-aliases.ts';

const OWN = { repository: repositoryLabel('example.org/own/2026/01.01.00.00'), ibips: [] };
const VICTIM = repositoryLabel('example.org/victim/2026/01.01.00.00');

it('asks for each alias, also where the resolver is unsure of many before', async () => {
  const find: FindCarrier = async ({ key }) => (key === 'doi:10.1234/victim' ? VICTIM : 'unsure');
  const unknown = Array.from({ length: 100 }, (_, index) => `doi:10.9999/${index}`);
  await expect(refuseCarried(find, OWN, [...unknown, 'doi:10.1234/victim'])).rejects.toMatchObject({
    code: 'alias-taken',
    parameters: { alias: 'doi:10.1234/victim', label: VICTIM },
  });
  await refuseCarried(find, OWN, ['doi:10.9999/nothing']);
});

it('asks a resolver that answers nothing for some of many aliases only', async () => {
  let asked = 0;
  const find: FindCarrier = async () => {
    asked += 1;
    return 'silent';
  };
  await refuseCarried(
    find,
    OWN,
    Array.from({ length: 100 }, (_, index) => `doi:10.9999/${index}`),
  );
  expect(asked).toBe(32);
});

it('takes an alias of the item itself', async () => {
  await refuseCarried(async () => OWN.repository, OWN, ['doi:10.9999/own']);
  await refuseCarried(async () => undefined, OWN, ['doi:10.9999/own']);
});

const SERVICE = repositoryLabel('example.org/service/2000/01.01.00.00');
const ANNOUNCED = `announcer {${SERVICE} a.example.org}`;

it('refuses an alias that a silent Archive has announced', async () => {
  const asked: string[] = [];
  const ask = async (query: string): Promise<string> => {
    asked.push(query);
    return ANNOUNCED;
  };
  const own = async () => repositoryLabel('example.org/other/2000/01.01.00.00');
  const find = createCarrierFinder([ask], own);
  await expect(refuseCarried(find, OWN, ['doi:10.9999/own'])).rejects.toMatchObject({
    code: 'alias-taken',
    parameters: { reason: 'announced', alias: 'doi:10.9999/own', service: SERVICE, address: 'a.example.org' },
  });
  expect(asked).toEqual([`servicesubject=aliasRequest&alias=doi:10.9999/own&item=${OWN.repository}`]);
  // Another resolver may know who carries it.
  const knowing = createCarrierFinder([ask, async () => `ibi {rep ${VICTIM}}`], own);
  await expect(refuseCarried(knowing, OWN, ['doi:10.9999/own'])).rejects.toMatchObject({
    parameters: { reason: 'elsewhere', label: VICTIM },
  });
});

it('takes an alias that this Archive itself has announced, though its server does not answer', async () => {
  const find = createCarrierFinder([async () => ANNOUNCED], async () => SERVICE);
  await refuseCarried(find, OWN, ['doi:10.9999/own']);
});
