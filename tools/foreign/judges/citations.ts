import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Judge, lookAtEach, type Program } from '../judge.ts';
import type { SampledNode } from '../sampled-node.ts';

/** What a reader of citations must agree on, whatever the format was. */
interface CslItem {
  readonly title?: string;
  readonly author?: readonly unknown[];
  readonly issued?: { readonly 'date-parts'?: readonly (readonly (number | string)[])[] };
  readonly URL?: string;
}

interface Citation {
  readonly part: 'cite.bib' | 'cite.ris' | 'cite.json';
  readonly address: string;
  readonly text: string;
  /** The same item in the node's own CSL-JSON. */
  readonly expected: CslItem;
}

const readCitations = async (node: SampledNode, parts: readonly Citation['part'][]): Promise<readonly Citation[]> => {
  const citations: Citation[] = [];
  for (const item of node.open) {
    const [expected = {}] = JSON.parse(await node.read(node.addressOf(item, 'cite.json'))) as CslItem[];
    for (const part of parts) {
      const address = node.addressOf(item, part);
      citations.push({ part, address, text: await node.read(address), expected });
    }
  }
  return citations;
};

/** Quotes and dashes may be set as typographers do, and blanks otherwise. */
const plain = (title: string | undefined): string =>
  (title ?? '')
    .replace(/<\/?(?:span|i|b|sup|sub)[^>]*>/g, '')
    .replace(/[‘’“”']/g, '"')
    .replace(/-{2,3}|—/g, '–')
    .replace(/\s+/g, ' ')
    .trim();

const yearOf = (item: CslItem): string => String(item.issued?.['date-parts']?.[0]?.[0] ?? '');

const compare = (read: CslItem | undefined, expected: CslItem): readonly string[] => {
  if (read === undefined) return ['nothing was read'];
  const pairs: readonly (readonly [name: string, read: string, expected: string])[] = [
    ['title', plain(read.title), plain(expected.title)],
    ['authors', String(read.author?.length ?? 0), String(expected.author?.length ?? 0)],
    ['year', yearOf(read), yearOf(expected)],
    ['URL', read.URL ?? '', expected.URL ?? ''],
  ];
  return pairs
    .filter(([, one, other]) => one !== other)
    .map(([name, one, other]) => `${name} is "${one}" instead of "${other}"`);
};

const citationJs: Judge = {
  name: 'citation-js',
  source: { npm: 'citation-js', version: '0.7.22' },
  about: 'BibTeX, RIS and CSL-JSON of every item say the same title, authors, year and address',
  async judge(node, program) {
    const { default: Cite } = await program.load<{
      default: new (text: string) => { readonly data: readonly CslItem[] };
    }>('citation-js');
    return lookAtEach(await readCitations(node, ['cite.bib', 'cite.ris', 'cite.json']), {
      unit: 'citations',
      name: ({ address }) => address,
      look: ({ text, expected }) => compare(new Cite(text).data[0], expected),
    });
  },
};

const runPandoc = async (program: Program, words: readonly string[], input: string): Promise<string> => {
  const data = program.folder === undefined ? [] : ['--data-dir', join(program.folder, 'usr/share/pandoc/data')];
  const { status, stdout, stderr } = await program.run([...data, ...words], { input });
  if (status !== 0 || stderr !== '') throw new Error(stderr);
  return stdout;
};

const pandoc: Judge = {
  name: 'pandoc',
  source: { debian: 'pandoc', program: 'pandoc' },
  about: 'BibTeX and CSL-JSON of every item are read alike, and make a bibliography',
  async judge(node, program) {
    return lookAtEach(await readCitations(node, ['cite.bib', 'cite.json']), {
      unit: 'citations',
      name: ({ address }) => address,
      async look({ part, text, expected }) {
        const from = part === 'cite.bib' ? 'biblatex' : 'csljson';
        const csl = await runPandoc(program, ['-f', from, '-t', 'csljson'], text);
        const bibliography = await runPandoc(program, ['-f', from, '-t', 'plain', '--citeproc', '--wrap=none'], text);
        const problems = compare((JSON.parse(csl) as CslItem[])[0], expected);
        return bibliography.trim() === '' ? [...problems, 'the bibliography is empty'] : problems;
      },
    });
  },
};

const biber: Judge = {
  name: 'biber',
  source: { debian: 'biber', program: 'biber' },
  about:
    'BibTeX of every item has no error and no warning in the data model of biblatex, but for fields that nobody gave',
  async judge(node, program) {
    return lookAtEach(await readCitations(node, ['cite.bib']), {
      unit: 'citations',
      name: ({ address }) => address,
      async look({ text }) {
        writeFileSync(join(node.folder, 'cite.bib'), text);
        const words = ['--tool', '--validate-datamodel', '--output-file', 'read.bib', 'cite.bib'];
        const { stdout } = await program.run(words, { cwd: node.folder });
        // Nobody can write down what was not deposited.
        return stdout.split('\n').filter((line) => /^(?:WARN|ERROR)\b/.test(line) && !/Missing mandatory/.test(line));
      },
    });
  },
};

const bibutils: Judge = {
  name: 'bibutils',
  source: { debian: 'bibutils', program: 'ris2xml' },
  about: 'BibTeX and RIS of every item become MODS with the title and all authors',
  async judge(node, program) {
    return lookAtEach(await readCitations(node, ['cite.bib', 'cite.ris']), {
      unit: 'citations',
      name: ({ address }) => address,
      async look({ part, text, expected }) {
        const { stdout } = await program.run([], {
          input: text,
          program: part === 'cite.bib' ? 'bib2xml' : 'ris2xml',
        });
        const authors = [...stdout.matchAll(/<roleTerm [^>]*>author</g)].length;
        return [
          ...(/<title>/.test(stdout) ? [] : ['no title']),
          ...(authors === (expected.author?.length ?? 0) ? [] : [`${authors} authors`]),
        ];
      },
    });
  },
};

export const CITATIONS: readonly Judge[] = [citationJs, pandoc, biber, bibutils];
