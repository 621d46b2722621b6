/** Whether an Accept header ranks one media type above another (RFC 9110, section 12.5.1). */
export const ranksAbove = (one: string, other: string, accept: string): boolean =>
  qualityOf(one, accept) > qualityOf(other, accept);

export const prefersJson = (accept: string): boolean => ranksAbove('application/json', 'text/plain', accept);

export type BodyForm = 'html' | 'problem' | 'text';

/**
 * Chooses a page for those who name HTML, plain text for those who rank it above JSON, and problem details for all
 * others.
 */
export const chooseBody = (accept: string): BodyForm => {
  const json = Math.max(qualityOf('application/problem+json', accept), qualityOf('application/json', accept));
  const text = qualityOf('text/plain', accept);
  const html = /\bhtml\b/i.test(accept) ? qualityOf('text/html', accept) : 0;
  if (html > 0 && html >= Math.max(json, text)) return 'html';
  return text > json ? 'text' : 'problem';
};

/** Whether the client is a browser, and not a program. */
export const prefersHtml = ({ headers }: { readonly headers: { readonly accept?: string | undefined } }): boolean =>
  (headers.accept ?? '').includes('text/html');

/** Returns the quality that the most specific range gives to the type. */
const qualityOf = (type: string, accept: string): number => {
  const ranges = [type, `${type.slice(0, type.indexOf('/'))}/*`, '*/*'];
  const qualities = new Map(accept.split(',').map(readRange));
  const range = ranges.find((name) => qualities.has(name)) ?? '';
  return qualities.get(range) ?? 0;
};

const readRange = (text: string): readonly [range: string, quality: number] => {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice(2));
  return [range, Number.isNaN(quality) ? 0 : quality];
};
