import { isRefusalCode, Refusal } from '../../refusals/refusal.ts';

const MAX_DETAIL_LENGTH = 1_000;

/** RFC 9457: the node's own refusal, told again here. A key is never shown, whoever repeats it. */
export const readRefusal = (
  { status, text }: { readonly status: number; readonly text: string },
  { url, key }: { readonly url: string; readonly key: string | undefined },
): Refusal => {
  if (status >= 300 && status < 400) {
    return new Refusal(
      'node-refused',
      `${url} leads elsewhere (${status}): give --server the address that it leads to`,
    );
  }
  const { code, detail, title } = readProblem(text);
  if (code === 'key-missing')
    return new Refusal(code, `the node at ${url} wants a key: give it with --key or PERENE_KEY`);
  const said = (detail ?? title ?? `the node at ${url} answered ${status}`).slice(0, MAX_DETAIL_LENGTH);
  const safe = key === undefined ? said : said.replaceAll(key, '...');
  return new Refusal(code !== undefined && isRefusalCode(code) ? code : 'node-refused', safe);
};

interface Problem {
  readonly code?: string | undefined;
  readonly title?: string | undefined;
  readonly detail?: string | undefined;
}

const readProblem = (text: string): Problem => {
  let problem: unknown;
  try {
    problem = JSON.parse(text);
  } catch {
    return {};
  }
  if (typeof problem !== 'object' || problem === null) return {};
  const { code, title, detail } = problem as Readonly<Record<string, unknown>>;
  return { code: textOrNone(code), title: textOrNone(title), detail: textOrNone(detail) };
};

const textOrNone = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
