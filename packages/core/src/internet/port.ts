import { type Answer, accept, refuse } from '../parsing/answer.ts';
import { isDigit, skip } from '../parsing/characters.ts';

const MAX_PORT = 65_535;
const EXPECTED = 'a port from 1 to 65535';

export const isPort = (port: number): boolean => Number.isInteger(port) && port >= 1 && port <= MAX_PORT;

/** The port whose digits begin at `start`, without leading zeros, and the end of the digits. */
export const readPort = (text: string, start: number): Answer<{ readonly port: number; readonly end: number }> => {
  const end = skip(text, start, isDigit);
  const port = Number(text.slice(start, end));
  return text[start] === '0' || !isPort(port) ? refuse('port/number', start, EXPECTED) : accept({ port, end });
};

export const parsePort = (text: string): Answer<number> => {
  const read = readPort(text, 0);
  if (!read.ok) return read;
  return read.value.end === text.length ? accept(read.value.port) : refuse('port/number', read.value.end, EXPECTED);
};
