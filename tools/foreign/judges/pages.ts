import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf, pagesOf, readPage } from '../addresses.ts';
import { type Judge, lookAtEach } from '../judge.ts';
import { run } from '../programs.ts';

const vnu: Judge = {
  name: 'vnu-jar',
  source: { npm: 'vnu-jar', version: '26.9.27' },
  about: 'HTML and CSS of every page, in both languages, have no error and no warning (the W3C validator)',
  async judge(node, program) {
    const { default: jar } = await program.load<{ default: string }>('vnu-jar');
    const folder = join(node.folder, 'pages');
    mkdirSync(folder, { recursive: true });
    const pages = pagesOf(node);
    for (const [index, page] of pages.entries()) {
      writeFileSync(join(folder, `${index}.html`), await readPage(page));
    }
    const { stderr } = await run('java', ['-jar', jar, '--format', 'json', '--exit-zero-always', folder]);
    const { messages } = JSON.parse(stderr) as { messages: { url: string; message: string; extract?: string }[] };
    return lookAtEach([...pages.entries()], {
      unit: 'pages',
      name: ([, page]) => nameOf(page),
      look: ([index]) =>
        messages
          .filter(({ url }) => url.endsWith(`/${index}.html`))
          .map(({ message, extract = '' }) => `${message} ${extract}`),
    });
  },
};

interface Report {
  readonly results: readonly {
    readonly messages: readonly { readonly ruleId: string; readonly message: string; readonly line: number }[];
  }[];
}

/**
 * Rules of taste, which the recommended set has beside those of the standard. A text that scrolls is a region, so that
 * it has a name.
 */
const TASTE = {
  'doctype-style': 'off',
  'prefer-native-element': ['error', { exclude: ['region'] }],
  'no-inline-style': 'off',
  'long-title': 'off',
  'no-trailing-whitespace': 'off',
};

const htmlValidate: Judge = {
  name: 'html-validate',
  source: { npm: 'html-validate', version: '11.18.0' },
  about: 'HTML of every page, in both languages, keeps the recommended rules',
  async judge(node, program) {
    const { HtmlValidate } = await program.load<{
      HtmlValidate: new (options: object) => { validateString(text: string): Promise<Report> };
    }>('html-validate');
    const validator = new HtmlValidate({ extends: ['html-validate:recommended'], rules: TASTE });
    return lookAtEach(pagesOf(node), {
      unit: 'pages',
      name: nameOf,
      async look(page) {
        const { results } = await validator.validateString(await readPage(page));
        return results.flatMap(({ messages }) =>
          messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (line ${line})`),
        );
      },
    });
  },
};

const linkchecker: Judge = {
  name: 'linkchecker',
  source: { debian: 'linkchecker', program: 'linkchecker' },
  about: 'every link that is reached from the start page leads somewhere',
  async judge(node, program) {
    const words = [
      '--no-status',
      '--no-robots',
      '--verbose',
      '--output',
      'csv',
      '--ignore-url',
      '^(?!http://localhost)',
      // Lists by facets, orders and languages multiply: each is looked at, and not what it links to.
      '--no-follow-url',
      '[?&](?:q|sort|type|year|language|person|subject|lang)=',
    ];
    const script = program.folder === undefined ? 'linkchecker' : join(program.folder, 'usr/bin/linkchecker');
    const { stdout, stderr } = await program.run([script, ...words, node.url], { program: '/usr/bin/python3' });
    const rows = stdout.split('\n').filter((line) => line.includes(';') && !line.startsWith('#'));
    const [, ...checked] = rows;
    if (checked.length === 0) throw new Error(stderr);
    const wrong = checked.filter((row) => !/;True;/.test(row));
    return { right: checked.length - wrong.length, of: checked.length, unit: 'links', problems: wrong };
  },
};

export const PAGES: readonly Judge[] = [vnu, htmlValidate, linkchecker];
