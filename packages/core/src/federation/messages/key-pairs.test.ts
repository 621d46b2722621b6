import { describe, expect, it } from 'vitest';
import { createSigner, signText } from '../../../../../tests/fixtures/ed25519.ts';
import { unwrap } from '../../../../../tests/fixtures/trust-vectors.ts';
import { parseIbi } from '../../ibi/ibi.ts';
import { instantOf } from '../../trust/statements/instant.ts';
import type { Signed } from '../../trust/statements/signed.ts';
import { formatStatement, type KeyChange } from '../../trust/statements/statement.ts';
import { addKeyPairs, readKeyPairs } from './key-pairs.ts';

const [OLD, NEW] = [createSigner('old'), createSigner('new')];
const statement: KeyChange = {
  kind: 'key',
  reason: 'rotated',
  archiveService: unwrap(parseIbi('J8LNKAN8PW/4CQKS8E')).text,
  key: NEW.key,
  former: OLD.key,
  time: instantOf(1_790_000_000),
};
const ROTATION: Signed<KeyChange> = {
  statement,
  key: OLD.key,
  signature: signText(OLD, formatStatement(statement)),
};
const QUERY = 'servicesubject=inclusionRequest';

describe('the key of an Archive in its message', () => {
  it('is read as it was written', () => {
    for (const rotations of [[], [ROTATION], [ROTATION, ROTATION]]) {
      const query = addKeyPairs(QUERY, { key: NEW.key, rotations });
      expect(query).toMatch(/^servicesubject=inclusionRequest&archivekey=ed25519:[^&\s]+/);
      expect(readKeyPairs(query)).toEqual({ ok: true, value: { key: NEW.key, rotations } });
    }
  });

  it('comes with the last changes only', () => {
    const query = addKeyPairs(QUERY, { key: NEW.key, rotations: Array.from({ length: 9 }, () => ROTATION) });
    expect(readKeyPairs(query)).toMatchObject({ value: { rotations: { length: 6 } } });
    expect(query.length).toBeLessThan(4_000);
  });

  it('is not there where the Archive does not sign', () => {
    expect(readKeyPairs(QUERY)).toEqual({ ok: true, value: undefined });
  });

  it.each([
    ['%zz=1', 'escape/malformed'],
    ['archivekey=rsa:1', 'public-key/kind'],
    [`${addKeyPairs('a=b', { key: NEW.key, rotations: [] })}&archivekeychange.1=ibi-key-v1`, 'signed/lines'],
    [
      `${addKeyPairs('a=b', { key: NEW.key, rotations: [ROTATION] })}`.replace('ibi-key-v1', 'ibi-key-v2'),
      'statement/kind',
    ],
    [
      `${addKeyPairs('a=b', { key: NEW.key, rotations: Array.from({ length: 6 }, () => ROTATION) })}&archivekeychange.7=a`,
      'key-pairs/many',
    ],
  ])('refuses %s', (query, problem) => {
    expect(readKeyPairs(query)).toMatchObject({ ok: false, problem });
  });

  it('refuses statements of another kind', () => {
    const claim = {
      kind: 'claim',
      repository: undefined,
      ibip: statement.archiveService,
      state: 'Original',
      hash: `sha256:${'0'.repeat(64)}`,
      time: statement.time,
      archiveService: statement.archiveService,
      previous: undefined,
    };
    const query = addKeyPairs('a=b', { key: NEW.key, rotations: [{ ...ROTATION, statement: claim as never }] });
    expect(readKeyPairs(query)).toMatchObject({ ok: false, problem: 'key-pairs/kind' });
  });
});
