import { refuse } from '@perene/api/refusals';
import { readXml, type XmlElement } from '../../../../formats/read-xml.ts';
import type { Patterns } from '../../../../ports/system/patterns.ts';
import type { HandleValue } from '../handle-value.ts';

/** The type of the value of a prefix that says how handles are made of others. */
export const NAMESPACE_TYPE = 'HS_NAMESPACE';

export interface TemplateHandle {
  /** The handle before the delimiter. */
  readonly base: string;
  /** What follows the delimiter. */
  readonly extension: string;
  readonly template: XmlElement;
}

const MAX_XML_LENGTH = 65_536;
const MAX_DATA_LENGTH = 65_536;
const MAX_MADE_VALUES = 1_000;
/** Elements that are walked, each once for every value of a `foreach` around it, and characters that are made. */
const MAX_STEPS = 20_000;
const MAX_MADE_LENGTH = 1_048_576;

/** Splits a handle that nobody has registered by the delimiter of its prefix; undefined if the prefix has none. */
export const readTemplateHandle = (namespace: string, handle: string): TemplateHandle | undefined => {
  const root = namespace.length > MAX_XML_LENGTH ? undefined : readXml(namespace);
  const template = root?.name === 'template' ? root : root?.children.find(({ name }) => name === 'template');
  const delimiter = template?.attributes.get('delimiter') ?? '';
  const place = delimiter === '' ? -1 : handle.indexOf(delimiter, handle.indexOf('/') + 1);
  if (template === undefined || place < 0) return undefined;
  return { base: handle.slice(0, place), extension: handle.slice(place + delimiter.length), template };
};

/** What a template may name: `${extension}`, `${base}`, `${handle}`, parts of a value, groups of a match. */
type Names = ReadonlyMap<string, string>;

/** Makes the values of a template handle from those of its base; undefined where the template says that there is none. */
export const makeValues = async (
  patterns: Patterns,
  { base, extension, template }: TemplateHandle,
  values: readonly HandleValue[],
): Promise<readonly HandleValue[] | undefined> => {
  const made: HandleValue[] = [];
  let isMissing = false;
  let steps = 0;
  let length = 0;
  const described = values.map((value) => ({ value, parts: describe(value) }));
  const names = new Map([
    ['base', base],
    ['extension', extension],
    ['handle', `${base}${template.attributes.get('delimiter') ?? ''}${extension}`],
  ]);

  const take = (): void => {
    steps += 1;
    if (steps > MAX_STEPS) throw refuse('rules-too-long', { max: MAX_STEPS });
  };
  const walk = async (elements: readonly XmlElement[], known: Names, value: HandleValue | undefined): Promise<void> => {
    let wasTrue = true;
    for (const element of elements) {
      take();
      if (isMissing || made.length > MAX_MADE_VALUES || length > MAX_MADE_LENGTH) return;
      if (element.name === 'foreach') {
        for (const { value: each, parts } of described) {
          take();
          await walk(element.children, new Map([...known, ...parts]), each);
        }
      } else if (element.name === 'if') {
        const found = await test(element, known);
        wasTrue = found !== undefined;
        if (found !== undefined) await walk(element.children, new Map([...known, ...found]), value);
      } else if (element.name === 'else') {
        if (!wasTrue) await walk(element.children, known, value);
      } else if (element.name === 'value') {
        const one = makeValue(element, known, value);
        length += JSON.stringify(one.data).length;
        made.push(one);
      } else if (element.name === 'notfound') isMissing = true;
    }
  };

  const test = async ({ attributes }: XmlElement, known: Names): Promise<Names | undefined> => {
    const subject = known.get(attributes.get('value') ?? '') ?? '';
    const expression = attributes.get('expression') ?? '';
    const isNegated = attributes.get('negate') === 'true';
    if (attributes.get('test') === 'equals') return (subject === expression) !== isNegated ? new Map() : undefined;
    const match = (await patterns.compile(`^(?:${expression})$`, () => undefined))?.match(subject);
    if (isNegated) return match === undefined ? new Map() : undefined;
    const parameter = attributes.get('parameter') ?? 'x';
    return match && new Map(match.groups.map((group, index) => [`${parameter}[${index}]`, group]));
  };

  await walk(template.children, names, undefined);
  return isMissing ? undefined : made.slice(0, MAX_MADE_VALUES);
};

const describe = ({ index, type, data }: HandleValue): Names =>
  new Map([
    ['index', String(index)],
    ['type', type],
    ['data', typeof data.value === 'string' ? data.value : JSON.stringify(data.value)],
  ]);

const makeValue = ({ attributes }: XmlElement, known: Names, value: HandleValue | undefined): HandleValue => {
  const fill = (name: string): string | undefined => {
    let left = MAX_DATA_LENGTH;
    return attributes
      .get(name)
      ?.replaceAll(/\$\{([^}]{1,100})\}/g, (_, inner: string) => {
        const text = (known.get(inner) ?? '').slice(0, left);
        left -= text.length;
        return text;
      })
      .slice(0, MAX_DATA_LENGTH);
  };
  const data = fill('data');
  const index = Number(fill('index') ?? value?.index ?? 1);
  return {
    index: Number.isInteger(index) && index > 0 ? index : 1,
    type: fill('type') ?? value?.type ?? 'URL',
    data: data === undefined ? (value?.data ?? { format: 'string', value: '' }) : { format: 'string', value: data },
    ttl: value?.ttl ?? 86_400,
    timestamp: value?.timestamp ?? '1970-01-01T00:00:00Z',
    ...(value?.permissions !== undefined && { permissions: value.permissions }),
  };
};
