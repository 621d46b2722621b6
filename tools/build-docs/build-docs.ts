import { readFileSync } from 'node:fs';
import { writeApiReference } from './api-reference.ts';
import { writeCliReference } from './cli-reference.ts';
import { GUIDE_PAGES } from './guide.ts';
import { writeNoidReference } from './noid-reference.ts';
import { renderGuidePage } from './render-guide-page.ts';
import { renderMarkdown } from './render-markdown.ts';
import { resolveLink } from './resolve-link.ts';

const ROOT = new URL('../../', import.meta.url);

/** The documents that are made from the code, by page. */
const GENERATED: Readonly<Record<string, () => string | Promise<string>>> = {
  'api-reference': writeApiReference,
  commands: writeCliReference,
  'noid-commands': writeNoidReference,
};

/** Every page of the guide, by the name of its file. */
export const buildDocs = async (): Promise<ReadonlyMap<string, string>> => {
  const built = new Map<string, string>();
  for (const page of GUIDE_PAGES) {
    const { name, source } = page;
    const text = (await GENERATED[name]?.()) ?? readFileSync(new URL(source, ROOT), 'utf8');
    const rendered = renderMarkdown(text, { resolveLink: (address) => resolveLink(source, address) });
    built.set(`${name === '' ? 'index' : name}.html`, renderGuidePage(page, rendered));
  }
  return built;
};
