import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MACHINE_WORDS, READER_WORDS, ROBOT_WORDS } from './agents.ts';
import { classifyAgent, MAX_AGENT_LENGTH } from './classify-agent.ts';

describe('classifyAgent', () => {
  it.each([
    ['regular', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'],
    [
      'regular',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    ],
    [
      'regular',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
    ],
    ['regular', 'Opera/9.80 (Windows NT 6.1) Presto/2.12.388 Version/12.16'],
    [
      'regular',
      'Mozilla/5.0 (Linux; Android 10; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
    ],
    ['machine', 'curl/8.5.0'],
    ['machine', 'Wget/1.21.4'],
    ['machine', 'python-requests/2.32.3'],
    ['machine', 'Mozilla/5.0 (Windows; en-US) Zotero/7.0'],
    ['machine', 'a program of my own'],
    ['machine', ''],
    ['robot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
    ['robot', 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'],
    ['robot', 'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)'],
    ['robot', 'LinkChecker/10.2 (+https://linkchecker.github.io/linkchecker/)'],
    ['robot', 'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)'],
    ['robot', 'check_http/v2.3 (monitoring-plugins 2.3)'],
    ['robot', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/126.0.0.0 Safari/537.36'],
    ['robot', 'W3C_Validator/1.3'],
  ])('takes for %s: %s', (kind, userAgent) => {
    expect(classifyAgent(userAgent)).toBe(kind);
  });

  it('knows each word wherever it stands, in any letter case', () => {
    for (const word of ROBOT_WORDS) expect(classifyAgent(`Mozilla/5.0 x${word.toUpperCase()}`), word).toBe('robot');
    for (const word of MACHINE_WORDS) expect(classifyAgent(`Mozilla/5.0 ${word}1`), word).not.toBe('regular');
    for (const word of READER_WORDS) expect(classifyAgent(`Mozilla/5.0 (${word}; x)`), word).toBe('regular');
  });

  it('has words that can be found, and none twice', () => {
    const words = [...ROBOT_WORDS, ...MACHINE_WORDS];
    expect(words.filter((word) => word.length < 3 || word !== word.toLowerCase())).toEqual([]);
    expect(new Set(words).size).toBe(words.length);
  });

  it('finds what a plain search finds, in any text', () => {
    const piece = fc.oneof(fc.constantFrom(...ROBOT_WORDS, ...MACHINE_WORDS), fc.string({ maxLength: 4 }));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const name = pieces.join('').toLowerCase();
        const plain = READER_WORDS.reduce((text, word) => text.replaceAll(word, ' '), name);
        expect(classifyAgent(name) === 'robot').toBe(ROBOT_WORDS.some((word) => plain.includes(word)));
      }),
    );
  });

  it('does not read beyond its bound', () => {
    expect(classifyAgent(`Mozilla/5.0 ${' '.repeat(MAX_AGENT_LENGTH)}bot`)).toBe('regular');
  });
});
