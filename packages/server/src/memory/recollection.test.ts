import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createToldRecollection } from '../../../../tests/fixtures/touches.ts';
import { isNoting, noteAge, noteRead, noteUnwatched } from './reading-notes.ts';

const open = ({ maxBytes = 1_000_000 } = {}) => {
  const { recollection, ...told } = createToldRecollection();
  const memory = recollection.createMemory<string>({ maxBytes, sizeOf: ({ length }) => length });
  const learn = async (key: string, names: readonly string[], { meanwhile = () => {}, value = key } = {}) => {
    const reading = recollection.begin();
    await recollection.noting(reading, async () => {
      noteRead(...names);
      meanwhile();
    });
    memory.keep(key, value, reading);
  };
  return { recollection, memory, learn, ...told };
};

describe('what a process remembers', () => {
  it('is forgotten by the names of what it was made of, and by no others', async () => {
    const { memory, learn, touch } = open();
    await learn('one', ['a', 'b']);
    await learn('other', ['c']);
    touch(['b']);
    expect(memory.find('one')).toBeUndefined();
    expect(memory.find('other')).toBe('other');
    touch(['d']);
    expect(memory.find('other')).toBe('other');
  });

  it('is forgotten as a whole where changes may have been missed', async () => {
    const { memory, learn, touch } = open();
    await learn('one', ['a']);
    touch('all');
    expect(memory.find('one')).toBeUndefined();
    await learn('one', ['a']);
    expect(memory.find('one')).toBe('one');
  });

  it('leaves out what changed while it was read', async () => {
    const { memory, learn, touch } = open();
    await learn('one', ['a'], { meanwhile: () => touch(['a']) });
    expect(memory.find('one')).toBeUndefined();
    await learn('one', ['a'], { meanwhile: () => touch('all') });
    expect(memory.find('one')).toBeUndefined();
    await learn('one', ['a'], { meanwhile: () => touch(['b']) });
    expect(memory.find('one')).toBe('one');
  });

  it('leaves out what was touched long before, while it was read, among many others', async () => {
    const { recollection, memory, touch } = open();
    const reading = recollection.begin();
    await recollection.noting(reading, async () => noteRead('a'));
    touch(['a']);
    recollection.look();
    for (let step = 0; step < 30; step += 1) {
      touch(Array.from({ length: 10_000 }, (_, index) => `${step} ${index}`));
      recollection.look();
    }
    memory.keep('one', 'one', reading);
    expect(memory.find('one')).toBeUndefined();
  });

  it('lasts while many other things are touched, if it is asked for now and then', async () => {
    const { memory, learn, touch } = open();
    await learn('asked', ['a']);
    await learn('left', ['b']);
    for (let step = 0; step < 40; step += 1) {
      touch(Array.from({ length: 10_000 }, (_, index) => `${step} ${index}`));
      expect(memory.find('asked')).toBe('asked');
    }
    expect(memory.find('left')).toBeUndefined();
  });

  it('is not given where nobody knows of changes, and is given again afterwards', async () => {
    const { memory, learn, setCurrency } = open();
    await learn('one', ['a']);
    setCurrency('unknown');
    expect(memory.find('one')).toBeUndefined();
    setCurrency('late');
    expect(memory.find('one')).toBe('one');
  });

  it('leaves out what was made of something that nobody watches', async () => {
    const { recollection, memory } = open();
    const reading = recollection.begin();
    await recollection.noting(reading, async () => noteUnwatched());
    memory.keep('one', 'one', reading);
    expect(memory.find('one')).toBeUndefined();
  });

  it('ends after the time that what it was made of may have, also where it is part of something else', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { recollection, memory } = open();
    const inner = recollection.begin();
    await recollection.noting(inner, async () => noteAge(1_000));
    memory.keep('inner', 'inner', inner);
    vi.advanceTimersByTime(600);
    const outer = recollection.begin();
    await recollection.noting(outer, async () => memory.find('inner'));
    memory.keep('outer', 'outer', outer);
    expect([memory.find('inner'), memory.find('outer')]).toEqual(['inner', 'outer']);
    vi.advanceTimersByTime(500);
    expect([memory.find('inner'), memory.find('outer')]).toEqual([undefined, undefined]);
  });

  it('is made of what other remembered things were made of', async () => {
    const { recollection, memory, learn, touch } = open();
    await learn('inner', ['a']);
    const reading = recollection.begin();
    await recollection.noting(reading, async () => memory.find('inner'));
    memory.keep('outer', 'outer', reading);
    expect(memory.find('outer')).toBe('outer');
    touch(['a']);
    expect(memory.find('outer')).toBeUndefined();
  });

  it('passes notes on to whoever notes around it', async () => {
    const { recollection } = open();
    const outer = recollection.begin();
    await recollection.noting(outer, () => recollection.noting(recollection.begin(), async () => noteRead('a')));
    expect(outer.numbers.size).toBe(1);
    expect(isNoting()).toBe(false);
  });

  it('is limited in bytes, and forgets the oldest first', async () => {
    const { memory, learn } = open({ maxBytes: 10_000 });
    const value = 'x'.repeat(1_000);
    const keys = Array.from({ length: 20 }, (_, index) => String(index));
    for (const key of keys) await learn(key, ['a'], { value });
    const kept = keys.filter((key) => memory.find(key) !== undefined);
    expect(kept.length).toBeGreaterThan(5);
    expect(kept.length).toBeLessThan(10);
    expect(kept.at(-1)).toBe('19');
    await learn('large', ['a'], { value: 'x'.repeat(10_000) });
    expect(memory.find('large')).toBeUndefined();
    expect(memory.find('19')).toBe(value);
  });
});
