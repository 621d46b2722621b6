import { expect, it } from 'vitest';
import { findHostAddresses } from './find-host-addresses.ts';

it('finds the addresses of a host, in canonical spelling', async () => {
  expect(await findHostAddresses('127.0.0.1')).toEqual(['127.0.0.1']);
  expect(await findHostAddresses('0:0:0:0:0:0:0:1')).toEqual(['::1']);
  expect(await findHostAddresses('nobody.invalid')).toEqual([]);
});
