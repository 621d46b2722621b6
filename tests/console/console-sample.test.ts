import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ConsoleNode, startConsole } from '../fixtures/console.ts';

let node: ConsoleNode;
beforeAll(async () => {
  node = await startConsole();
});
afterAll(() => node.close());

it('an empty node offers a sample collection, and takes it away again', async () => {
  const { page, go } = await node.open({ key: node.keys.admin });
  await go('/console');
  await page.getByRole('button', { name: 'Load the sample collection' }).click();
  await page.getByRole('link', { name: 'Dawn over Heron Marsh' }).waitFor();
  await page.getByRole('button', { name: 'Take the sample collection away' }).click();
  await page.getByRole('button', { name: 'Load the sample collection' }).waitFor();
  expect(await page.getByRole('link', { name: 'Dawn over Heron Marsh' }).count()).toBe(0);
});

it('it is offered to administrators only', async () => {
  const { page, go } = await node.open({ key: node.keys.depositor });
  await go('/console');
  await page.getByRole('link', { name: 'Deposit the first item' }).waitFor();
  expect(await page.getByRole('button', { name: 'Load the sample collection' }).count()).toBe(0);
});
