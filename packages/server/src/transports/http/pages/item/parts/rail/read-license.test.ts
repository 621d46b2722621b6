import { describe, expect, it } from 'vitest';
import { readLicense } from './read-license.ts';

describe('the licence in what rights say', () => {
  it.each([
    [{ value: 'CC BY 4.0' }, 'CC-BY-4.0', 'CC BY', 'https://creativecommons.org/licenses/by/4.0/'],
    [
      { value: 'cc-by-nc-sa 3.0' },
      'CC-BY-NC-SA-3.0',
      'CC BY NC SA',
      'https://creativecommons.org/licenses/by-nc-sa/3.0/',
    ],
    [
      { value: 'Free', uri: 'https://creativecommons.org/licenses/by-sa/4.0/deed.pt' },
      'CC-BY-SA-4.0',
      'CC BY SA',
      'https://creativecommons.org/licenses/by-sa/4.0/deed.pt',
    ],
    [
      { value: 'https://creativecommons.org/publicdomain/zero/1.0/' },
      'CC0-1.0',
      'CC 0',
      'https://creativecommons.org/publicdomain/zero/1.0/',
    ],
    [{ value: 'Take it', license: 'MIT' }, 'MIT', '', 'https://spdx.org/licenses/MIT'],
    [{ value: 'https://example.org/terms' }, undefined, '', 'https://example.org/terms'],
    [{ value: 'All rights reserved' }, undefined, '', undefined],
    [{ value: `CC BY 4.0${' '.repeat(100)}` }, undefined, '', undefined],
    [{ value: 'javascript:alert(1)' }, undefined, '', undefined],
  ])('%j', (right, id, signs, address) => {
    const license = readLicense(right);
    expect([license.id, license.signs.join(' '), license.address]).toEqual([id, signs, address]);
    expect(license.text).toBe(right.value);
  });
});
