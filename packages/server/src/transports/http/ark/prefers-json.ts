/** Whether an Accept header ranks JSON above plain text (RFC 9110, section 12.5.1). */
export const prefersJson = (accept: string): boolean =>
  qualityOf('application/json', accept) > qualityOf('text/plain', accept);

/** The most specific range counts. */
export const qualityOf = (type: string, accept: string): number => {
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
