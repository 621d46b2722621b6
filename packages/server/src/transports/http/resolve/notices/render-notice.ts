import { outcomeTexts } from '@perene/api/words';
import type { PageLanguage } from '../../negotiation/page-language.ts';
import { escapeHtml } from '../../page.ts';
import { trusted } from '../../pages/html.ts';
import { renderLayout } from '../../pages/layout.ts';
import type { Site } from '../../pages/site.ts';
import type { Entry, Fact, Link, Notice } from './notice.ts';

/** Facts for a person who helps the reader. */
export interface NoticeFacts {
  readonly status: number;
  readonly outcome: string;
  readonly requestId: string;
  readonly language: PageLanguage;
  /** The address that was asked for. */
  readonly target: string;
  readonly site: Site;
}

/** How much of a long address is shown, around its wrong character or from its start. */
const MAX_SHOWN_LENGTH = 160;

export const renderNotice = (notice: Notice, facts: NoticeFacts): string => {
  const { title, subject, sentences, choices = [], entries, links } = notice;
  const parts = [
    `<h1>${escapeHtml(title)}</h1>`,
    subject === undefined ? '' : `<p class="subject"><code>${renderSubject(subject)}</code></p>`,
    ...sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`),
    renderLinks('<ul>', choices),
    renderLinks('<ul class="links">', links),
    entries === undefined ? '' : renderEntries(entries),
  ].filter((part) => part !== '');
  return renderLayout({
    title,
    language: facts.language,
    url: facts.target,
    site: facts.site,
    main: trusted(parts.join('\n')),
    note: describeFacts(facts),
  });
};

const describeFacts = ({ status, outcome, requestId, language }: NoticeFacts): string =>
  `${status} ${outcome} · ${outcomeTexts(language).common.request} ${requestId}`;

const renderSubject = (subject: NonNullable<Notice['subject']>): string => {
  const { before, wrong, after } = splitSubject(subject);
  return `${escapeHtml(before)}${wrong === '' ? '' : `<mark>${escapeHtml(wrong)}</mark>`}${escapeHtml(after)}`;
};

/** Splits the text around its wrong character. If something is missing at the end, a low line stands for it. */
const splitSubject = ({ text, wrongAt }: NonNullable<Notice['subject']>) => {
  if (wrongAt === undefined) return { before: shorten(text), wrong: '', after: '' };
  const start = Math.max(0, wrongAt - MAX_SHOWN_LENGTH / 2);
  const end = wrongAt + MAX_SHOWN_LENGTH / 2;
  return {
    before: `${start > 0 ? '…' : ''}${text.slice(start, wrongAt)}`,
    wrong: wrongAt < text.length ? text.slice(wrongAt, wrongAt + 1) : '_',
    after: `${text.slice(wrongAt + 1, end)}${text.length > end ? '…' : ''}`,
  };
};

const shorten = (text: string): string =>
  text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;

const renderLinks = (start: string, links: readonly Link[]): string =>
  links.length === 0 ? '' : `${start}${links.map((link) => `<li>${renderLink(link)}</li>`).join('')}</ul>`;

const renderEntries = ({ title, isOrdered, entries }: NonNullable<Notice['entries']>): string => {
  const content = isOrdered
    ? `<ol>${entries.map((entry) => `<li><code>${renderName(entry)}</code></li>`).join('')}</ol>`
    : entries.map(renderEntry).join('\n');
  return `<section><h2>${escapeHtml(title)}</h2>\n${content}</section>`;
};

const renderName = ({ name, href }: Entry): string =>
  href === undefined ? escapeHtml(name) : renderLink({ text: name, href });

const renderEntry = (entry: Entry): string =>
  `<article><h3>${renderName(entry)}</h3>
${entry.facts.length === 0 ? '' : `<dl>${entry.facts.map(renderFact).join('')}</dl>`}
${entry.link === undefined ? '' : `<p>${renderLink(entry.link)}</p>`}</article>`;

const renderFact = ({ name, value, href, language }: Fact): string => {
  const shown = href === undefined ? escapeHtml(value) : `<code>${renderLink({ text: value, href })}</code>`;
  return `<dt>${escapeHtml(name)}</dt><dd${language === undefined ? '' : ` lang="${language}"`}>${shown}</dd>`;
};

const renderLink = ({ text, href, language }: Link): string =>
  `<a href="${escapeHtml(href)}"${language === undefined ? '' : ` hreflang="${escapeHtml(language)}"`}>${escapeHtml(text)}</a>`;

/** Writes the same notice for a terminal; `resolverUrl` makes its links whole. */
export const writeNotice = (notice: Notice, facts: NoticeFacts, resolverUrl: string): string => {
  const { title, subject, sentences, choices = [], entries, links } = notice;
  const whole = (href: string): string => (href.startsWith('/') ? `${resolverUrl}${href}` : href);
  const writeLink = ({ text, href }: Link): string => `${text}: ${whole(href)}`;
  const writeEntry = (entry: Entry, index: number): string =>
    [
      `${entries?.isOrdered ? `${index + 1}.` : '-'} ${entry.name}`,
      ...entry.facts.map(({ name, value }) => `  ${name}: ${value}`),
      ...(entry.link === undefined ? [] : [`  ${writeLink(entry.link)}`]),
    ].join('\n');
  return `${[
    [title],
    subject === undefined ? [] : writeSubject(subject),
    sentences,
    choices.map((choice) => `- ${writeLink(choice)}`),
    links.map(writeLink),
    entries === undefined ? [] : [`${entries.title}:`, ...entries.entries.map(writeEntry)],
    [describeFacts(facts)],
  ]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`.replaceAll(CONTROL, '\u{fffd}');
};

/** Points to the wrong character with a caret. */
const writeSubject = (subject: NonNullable<Notice['subject']>): readonly string[] => {
  const { before, wrong, after } = splitSubject(subject);
  return [`  ${before}${wrong}${after}`, ...(wrong === '' ? [] : [`  ${' '.repeat(before.length)}^`])];
};

/** Control characters, some of which act on a terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/g;
