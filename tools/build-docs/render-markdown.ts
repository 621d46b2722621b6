import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../packages/server/src/transports/http/page.ts';
import { addressOf, GUIDE_PAGES } from './guide.ts';

export interface Heading {
  readonly id: string;
  readonly depth: number;
  /** The text of the heading, as HTML. */
  readonly text: string;
}

export interface RenderedMarkdown {
  /** The first heading, as plain text. */
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
}

/** A code in the first cell of a row, to which links may refer: `item-not-found`. */
const ROW_NAME = /^<code>([a-z][a-z0-9-]*)<\/code>/;
const TAG = /<[^>]*>/g;

const isGuideAddress = (text: string): boolean =>
  GUIDE_PAGES.some((page) => page.name !== '' && addressOf(page) === text);

/** The ids that every page of the guide has around its text. */
const IDS_OF_PAGES = ['find', 'text', 'pages'];

/** Renders a document as HTML. Raw HTML in it is shown as it is written; `resolveLink` returns where a link leads. */
export const renderMarkdown = (
  text: string,
  { resolveLink }: { readonly resolveLink: (address: string) => string },
): RenderedMarkdown => {
  const headings: Heading[] = [];
  const taken = new Set<string>(IDS_OF_PAGES);
  const nameOnce = (wanted: string): string => {
    let name = wanted;
    for (let count = 1; taken.has(name); count += 1) name = `${wanted}-${count}`;
    taken.add(name);
    return name;
  };
  const nameRow = (row: string): string => {
    const [, name] = ROW_NAME.exec(row) ?? [];
    if (name === undefined || taken.has(name)) return '';
    taken.add(name);
    return ` id="${name}"`;
  };
  const marked = new Marked({ gfm: true });
  marked.use({
    // A plain address in a document does not become a link.
    tokenizer: { url: () => undefined },
    renderer: {
      html: ({ text: raw }) => escapeHtml(raw),
      // Pages that are made from the code have no file to link to, so documents name their address, which becomes a
      // link here.
      codespan: ({ text: code }) =>
        isGuideAddress(code) ? `<a href="${code}"><code>${code}</code></a>` : `<code>${escapeHtml(code)}</code>`,
      code: ({ text: code }) => `<pre tabindex="0"><code>${escapeHtml(code)}</code></pre>\n`,
      image: ({ href, text: words }) => `<img src="${escapeHtml(resolveLink(href))}" alt="${escapeHtml(words)}">`,
      link({ href, tokens }) {
        return `<a href="${escapeHtml(resolveLink(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      heading({ tokens, depth }) {
        const heading = { depth, text: this.parser.parseInline(tokens) };
        const id = nameOnce(slugOf(heading.text));
        headings.push({ ...heading, id });
        return `<h${depth} id="${id}">${heading.text}</h${depth}>\n`;
      },
      table({ header, rows }) {
        const render = (cell: Tokens.TableCell): string => this.parser.parseInline(cell.tokens);
        const names = header.map(render);
        const head = names.map((name) => `<th scope="col">${name}</th>`).join('');
        // On a small screen each row is a block of its own, with the name of the column before each cell.
        const label = (index: number): string =>
          index > 0 && names.length > 2 ? ` data-label="${escapeHtml(plainText(names[index] ?? ''))}"` : '';
        const body = rows.map((row) => {
          const cells = row.map(render);
          return `<tr${nameRow(cells[0] ?? '')}>${cells.map((cell, index) => `<td${label(index)}>${cell}</td>`).join('')}</tr>`;
        });
        return `<div class="wide"><table><thead><tr>${head}</tr></thead>\n<tbody>${body.join('\n')}</tbody></table></div>\n`;
      },
    },
  });
  const html = marked.parse(text, { async: false });
  const [first] = headings;
  return { title: plainText(first?.text ?? ''), html, headings };
};

/** Returns the part of an address that leads to a heading, as code hosts make it. */
const slugOf = (html: string): string =>
  plainText(html)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const plainText = (html: string): string =>
  html
    .replaceAll(TAG, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
