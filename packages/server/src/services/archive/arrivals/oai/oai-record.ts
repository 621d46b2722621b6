import type { XmlElement } from '../../../../formats/read-xml.ts';
import { unreadable } from '../arrival.ts';
import type { SafValue } from '../saf/saf-metadata.ts';

/** A record of a harvest. */
export interface OaiRecord {
  readonly path: string;
  readonly line: number;
  /** Its number in the file. */
  readonly index: number;
  readonly identifier: string;
  readonly datestamp: string;
  readonly sets: readonly string[];
  readonly isDeleted: boolean;
  /** How much its format tells: the higher, the more. */
  readonly rank: number;
  readonly values: readonly SafValue[];
  /** The addresses of its files. */
  readonly files: readonly string[];
}

/** Formats of metadata that DSpace gives, those that tell most last. */
const XOAI = 'metadata';
const FORMATS: readonly string[] = ['dc', 'qualifieddc', 'dim', XOAI];
const MAX_VALUES = 10_000;
const NO_QUALIFIER = 'none';
const IS_ADDRESS = /^https?:\/\//i;
/** Languages as DSpace writes them; everything else at that place is a qualifier. */
const LANGUAGE = /^(?:none|\*|[a-z]{2,3}(?:[_-][A-Za-z]{2})?)$/;
const BITSTREAM = /^https?:\/\/[^\s?#]+\/bitstreams?\/\S+$/i;

export const readOaiRecord = (element: XmlElement, path: string, index: number): OaiRecord => {
  const header = childOf(element, 'header');
  const identifier = textOf(header, 'identifier');
  if (header === undefined || identifier === '') throw unreadable(path, element.line);
  const isDeleted = header.attributes.get('status') === 'deleted';
  const inner = childOf(element, 'metadata')?.children[0];
  const rank = FORMATS.indexOf(inner?.name ?? '');
  if (!isDeleted && (inner === undefined || rank < 0)) throw unreadable(path, inner?.line ?? element.line);
  // Elements inside of a value would be lost.
  const nested = inner?.name === XOAI ? undefined : inner?.children.find(({ children }) => children.length > 0);
  if (nested !== undefined) throw unreadable(path, nested.line);
  const values = inner === undefined ? [] : readValues(inner);
  if (values.length > MAX_VALUES) throw unreadable(path, element.line);
  const files = inner?.name === XOAI ? filesOf(inner) : [];
  const links = values.map(({ text }) => text.trim()).filter((text) => BITSTREAM.test(text));
  return {
    path,
    line: element.line,
    index,
    identifier,
    datestamp: textOf(header, 'datestamp'),
    sets: header.children.filter(({ name }) => name === 'setSpec').map(({ text }) => text.trim()),
    isDeleted,
    rank,
    values,
    files: [...new Set([...files, ...links])],
  };
};

const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((child) => child.name === name);

const textOf = (element: XmlElement | undefined, name: string): string => childOf(element, name)?.text.trim() ?? '';

const readValues = (element: XmlElement): readonly SafValue[] => {
  switch (element.name) {
    case 'dim':
      return element.children.flatMap(readField);
    case XOAI:
      return element.children.flatMap((schema) => (isNamed(schema, 'element') ? readSchema(schema) : []));
    default:
      return element.children.map(readElement);
  }
};

/** Dublin Core, with the elements of its terms where it is qualified. */
const readElement = ({ name, attributes, text }: XmlElement): SafValue => {
  const isTerm = /^[a-z]+[A-Z]|^(?:abstract|alternative|available|created|issued|references|spatial|temporal)$/.test(
    name,
  );
  const uri = name === 'identifier' && IS_ADDRESS.test(text.trim()) ? '.uri' : '';
  return { name: `${isTerm ? 'dcterms' : 'dc'}.${name}${uri}`, text, language: languageOf(attributes.get('xml:lang')) };
};

/** A field of DIM, which has the names of DSpace. */
const readField = ({ attributes, text }: XmlElement): readonly SafValue[] => {
  const parts = ['mdschema', 'element', 'qualifier'].map((name) => attributes.get(name) ?? '');
  const name = parts.filter((part) => part !== '' && part !== NO_QUALIFIER).join('.');
  return [{ name, text, language: languageOf(attributes.get('lang')) }];
};

const languageOf = (text: string | undefined): string | undefined =>
  text === undefined || text === '*' || text === NO_QUALIFIER || text === '' ? undefined : text;

const isNamed = ({ name }: XmlElement, wanted: string): boolean => name === wanted;
const nameOf = ({ attributes }: XmlElement): string => attributes.get('name') ?? '';
const fieldOf = (element: XmlElement, name: string): string =>
  element.children.find((child) => isNamed(child, 'field') && nameOf(child) === name)?.text.trim() ?? '';
const elementsOf = (element: XmlElement | undefined): readonly XmlElement[] =>
  element?.children.filter((child) => isNamed(child, 'element')) ?? [];

/** What XOAI has beside the fields of metadata. */
const NO_SCHEMAS = ['bundles', 'others', 'repository', 'license'];

/** XOAI: a schema has elements, these have qualifiers or languages, and below them are the values. */
const readSchema = (schema: XmlElement): readonly SafValue[] =>
  NO_SCHEMAS.includes(nameOf(schema))
    ? []
    : elementsOf(schema).flatMap((element) => readXoai(element, [nameOf(schema), nameOf(element)]));

const readXoai = (element: XmlElement, names: readonly string[]): readonly SafValue[] =>
  elementsOf(element).flatMap((inner) => {
    const own = nameOf(inner);
    const isLast = elementsOf(inner).length === 0;
    if (!isLast) return readXoai(inner, own === NO_QUALIFIER ? names : [...names, own]);
    // The innermost element is the language, or a qualifier of a value without one.
    const language = LANGUAGE.test(own) ? languageOf(own) : undefined;
    const name = (LANGUAGE.test(own) ? names : [...names, own]).join('.');
    return inner.children
      .filter((child) => isNamed(child, 'field') && nameOf(child) === 'value')
      .map(({ text }) => ({ name, text, language }));
  });

/** The addresses of all files in XOAI, but for those that DSpace makes of others. */
const filesOf = (metadata: XmlElement): readonly string[] => {
  const bundles = metadata.children.find((child) => isNamed(child, 'element') && nameOf(child) === 'bundles');
  return elementsOf(bundles)
    .filter((bundle) => fieldOf(bundle, 'name') === 'ORIGINAL')
    .flatMap((bundle) => elementsOf(bundle).flatMap(elementsOf))
    .map((bitstream) => fieldOf(bitstream, 'url') || fieldOf(bitstream, 'name'))
    .filter((name) => name !== '');
};
