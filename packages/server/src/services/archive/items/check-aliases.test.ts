import { expect, it } from 'vitest';
import { repositoryLabel } from '../../../../../../tests/fixtures/labels.ts';
import { type FindCarrier, refuseCarried } from './check-aliases.ts';

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
