import { describe, expect, it } from 'vitest';
import { createAnswerMemory } from './answer-memory.ts';

const answerOf = (length: number) => ({ text: 'x'.repeat(length), summary: undefined });

const MEGA = 1_048_576;

describe('the memory of answers', () => {
  it('lasts until the catalogue changes', () => {
    let version = 1;
    const memory = createAnswerMemory({ version: () => version });
    expect(memory.find('a')).toBeUndefined();
    memory.keep('a', answerOf(1), memory.version());
    expect(memory.find('a')).toEqual(answerOf(1));
    version = 2;
    expect(memory.find('a')).toBeUndefined();
  });

  it('keeps nothing that was read before a change that it has seen', () => {
    let version = 1;
    const memory = createAnswerMemory({ version: () => version });
    memory.find('a');
    const seen = memory.version();
    version = 2;
    memory.find('b');
    memory.keep('a', answerOf(1), seen);
    expect(memory.find('a')).toBeUndefined();
  });

  it('keeps nothing where the catalogue cannot tell its version', () => {
    const memory = createAnswerMemory({ version: () => undefined });
    memory.find('a');
    memory.keep('a', answerOf(1), memory.version());
    expect(memory.find('a')).toBeUndefined();
  });

  it('is limited in characters, however long the answers and the requests are', () => {
    const memory = createAnswerMemory({ version: () => 1 });
    memory.find('');
    memory.keep('large', answerOf(33 * MEGA), 1);
    expect(memory.find('large')).toBeUndefined();
    const keys = Array.from({ length: 40 }, (_, index) => `${index}${'k'.repeat(MEGA)}`);
    for (const key of keys) memory.keep(key, answerOf(MEGA), 1);
    expect(keys.filter((key) => memory.find(key)).length).toBeLessThanOrEqual(16);
  });
});
