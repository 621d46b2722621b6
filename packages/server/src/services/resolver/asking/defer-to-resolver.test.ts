import { refuse } from '@perene/api/refusals';
import { describe, expect, it } from 'vitest';
import { combineWithLarger } from './defer-to-resolver.ts';
import type { Resolution } from './outcome/resolution.ts';

const IBI = 'example.org/a/2026/01.01.00.00';
const URL = 'http://resolver.example.org';
const of = (kind: Resolution['kind'], more: object = {}): Resolution => ({ kind, ibi: IBI, ...more }) as Resolution;

const combine = (own: Resolution, there: Resolution | Error, target = `/${IBI}!`) =>
  combineWithLarger(
    own,
    { target },
    {
      url: URL,
      ask: async () => {
        if (there instanceof Error) throw there;
        return there;
      },
    },
  );

const FOUND = of('found');
const SECOND_HAND = of('found', { isSecondHand: true });
const never = new TypeError('nobody asks');

describe('a node and the federation to which it belongs', () => {
  it.each([
    ['what the Archives here say themselves', FOUND],
    ['rivals here', of('disputed')],
    ['what cannot be read', of('malformed')],
  ])('ask nobody else for %s', async (_what, own) => {
    expect(await combine(own, never)).toEqual({ resolution: own, isElsewhere: false });
  });

  it.each([
    ['a copy here gives way to what is found there', SECOND_HAND, of('found'), true],
    ['a copy here is better than a no', SECOND_HAND, of('removed'), false],
    ['an unknown item there is one of members here', of('untranslated'), of('unknown'), false],
    ['an item removed here may have a copy there', of('removed'), of('found'), true],
    ['an item unknown here is left to the resolver', of('unknown'), of('unknown'), true],
    ['a doubt here stays in spite of a no there', of('uncertain'), of('untranslated'), false],
    ['a doubt here ends with what is found there', of('uncertain'), of('found'), true],
    ['a doubt there remains one', of('missing'), of('uncertain'), true],
  ])('%s', async (_what, own, there, isElsewhere) => {
    expect(await combine(own, there)).toEqual({ resolution: isElsewhere ? there : own, isElsewhere });
  });

  it('tell of rivals that one of them does not know', async () => {
    const target = `/${IBI}?ibiurl.requireditemstatus=Original`;
    expect(await combine(FOUND, of('disputed'), target)).toEqual({ resolution: of('disputed'), isElsewhere: true });
    expect(await combine(FOUND, of('unknown'), target)).toEqual({ resolution: FOUND, isElsewhere: false });
  });

  it('are told of rivals of which each of them knows one', async () => {
    const target = `/${IBI}?ibiurl.requireditemstatus=Original`;
    const claim = (service: string): Resolution =>
      of('found', { archive: { service, address: service }, state: 'Original', url: service });
    expect(await combine(claim('a'), claim('b'), target)).toMatchObject({
      resolution: { kind: 'disputed', claims: [{ service: 'a' }, { service: 'b' }] },
      isElsewhere: false,
    });
    expect(await combine(claim('a'), claim('a'), target)).toMatchObject({ resolution: { kind: 'found' } });
  });

  it('are rivals only if both claim the same item', async () => {
    const target = `/${IBI}!?ibiurl.requireditemstatus=Original`;
    const claim = (service: string, citedAs: string, more: object = {}): Resolution =>
      of('found', { archive: { service, address: service }, state: 'Original', url: service, citedAs, ...more });
    const [first, next] = [claim('a', 'x', { isSecondHand: true }), claim('b', 'y')];
    expect(await combine(first, next, target)).toEqual({ resolution: next, isElsewhere: true });
    expect(await combine(claim('a', 'y'), next, target)).toMatchObject({ resolution: { kind: 'disputed' } });
  });

  it('name the resolver that might know of another claim, and is silent', async () => {
    const silence = refuse('node-unreachable', { reason: 'no-answer', url: URL } as never);
    const own = of('found', { silent: [] });
    expect(await combine(own, silence, `/${IBI}?ibiurl.requireditemstatus=Original`)).toMatchObject({
      resolution: { kind: 'found', silent: [{ address: 'resolver.example.org' }] },
      isElsewhere: false,
    });
    expect(await combine(own, silence, `/${IBI}`)).toEqual({ resolution: own, isElsewhere: false });
  });

  it('doubt what is past an item that nobody here knows', async () => {
    const past = of('found', { isSecondHand: true, isPastUnknown: true });
    expect(await combine(past, of('uncertain'))).toMatchObject({ resolution: { kind: 'uncertain' } });
    expect(await combine(past, of('unknown'))).toMatchObject({ resolution: { kind: 'found' } });
  });

  it('say no to nothing while the resolver is silent', async () => {
    const silence = refuse('node-unreachable', { reason: 'no-answer', url: URL } as never);
    expect(await combine(of('removed'), silence)).toMatchObject({
      resolution: { kind: 'uncertain', ibi: IBI, silent: [{ address: 'resolver.example.org' }] },
      isElsewhere: false,
    });
    expect(await combine(SECOND_HAND, silence)).toEqual({ resolution: SECOND_HAND, isElsewhere: false });
  });

  it('leave readers to a resolver of another program, which cannot be asked like this', async () => {
    const refusal = refuse('node-refused', { reason: 'other-answer' });
    expect(await combine(of('removed'), refusal)).toEqual({ resolution: of('removed'), isElsewhere: true });
    await expect(combine(of('removed'), never)).rejects.toBe(never);
  });
});
