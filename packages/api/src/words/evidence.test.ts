import { describe, expect, it } from 'vitest';
import type { AlertEvidence } from '../views/federation/alert.ts';
import { describeEvidence } from './index.ts';

describe('evidence in words', () => {
  it('is nothing if it has another shape', () => {
    for (const told of [{}, { labels: [null] }, { labels: [], claimants: [{ key: { reason: 'unheard' } }] }]) {
      expect(describeEvidence(told as unknown as AlertEvidence, 'en')).toBeUndefined();
    }
  });
});
