import { accept, refuse } from '@perene/core';
import { describe, expect, it } from 'vitest';
import { parseRoles } from './roles.ts';

describe('parseRoles', () => {
  it.each([
    ['resolver', ['resolver']],
    ['archive, minter,archive', ['archive', 'minter']],
  ])('reads %j', (text, roles) => expect(parseRoles(text)).toEqual(accept(roles)));

  it.each([
    ['', 0],
    ['archive,king', 8],
    ['Archive', 0],
  ])('refuses %j', (text, position) =>
    expect(parseRoles(text)).toEqual(
      refuse('setting/roles', position, 'one or more of minter, archive, resolver, console'),
    ),
  );
});
