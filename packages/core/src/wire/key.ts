import { type Answer, accept, refuse } from '../parsing/answer.ts';
import { isDigit, skip } from '../parsing/characters.ts';

const MIN_DIGITS = 10;
const MAX_DIGITS = 256;

/** RTC-11 Table 7.1, registration keys and URL keys: `number ["-" number]`, `number = 10*DIGIT`. */
export const parseKey = (text: string): Answer<string> => {
  const first = readNumber(text, 0);
  if (!first.ok) return first;
  if (first.value === text.length) return accept(text);
  if (text[first.value] !== '-') return refuse('key/trailing', first.value, 'a hyphen or the end');
  const second = readNumber(text, first.value + 1);
  if (!second.ok) return second;
  return second.value === text.length ? accept(text) : refuse('key/trailing', second.value, 'a digit or the end');
};

const readNumber = (text: string, start: number): Answer<number> => {
  const end = skip(text, start, isDigit);
  return end - start >= MIN_DIGITS && end - start <= MAX_DIGITS
    ? accept(end)
    : refuse('key/number', start, `${MIN_DIGITS} to ${MAX_DIGITS} digits`);
};
