import { readXml, type XmlElement } from '../../../formats/read-xml.ts';
import { isPurlStatus } from './purl.ts';
import type { PurlProblem, PurlProblemCode, ReadPurl, ReadPurls } from './read-htaccess.ts';

const MAX_SHOWN = 200;

/** Reads the XML in which purl.org and its successors write PURLs: `purl` elements with an id, a type and a target. */
export const readPurlXml = (text: string, domain: string): ReadPurls => {
  const root = readXml(text);
  const found = root === undefined ? [] : findAll(root, 'purl');
  const purls: ReadPurl[] = [];
  const problems: PurlProblem[] = [];
  if (root === undefined) problems.push({ place: '1', problem: 'malformed', text: text.slice(0, MAX_SHOWN) });
  for (const element of found) {
    const id = textOf(element, 'id');
    const read = readPurl(element, { id, domain });
    if (typeof read === 'string')
      problems.push({ place: id.slice(0, MAX_SHOWN), problem: read, text: typeOf(element) });
    else purls.push(read);
  }
  return { purls: followClones(purls, found, { domain, problems }), rules: [], problems };
};

const findAll = (element: XmlElement, name: string): readonly XmlElement[] => {
  if (element.name === name) return [element];
  return element.children.flatMap((child) => findAll(child, name));
};

const childOf = ({ children }: XmlElement, name: string): XmlElement | undefined =>
  children.find((child) => child.name.toLowerCase() === name);

/** An attribute, or an element of this name. */
const textOf = (element: XmlElement, name: string): string =>
  (element.attributes.get(name) ?? childOf(element, name)?.text ?? '').trim();

const typeOf = (element: XmlElement): string => textOf(element, 'type').toLowerCase();

const targetOf = (element: XmlElement): string | undefined => {
  const place = childOf(element, 'target') ?? childOf(element, 'seealso');
  return (place?.attributes.get('url') ?? place?.text ?? element.attributes.get('target'))?.trim() || undefined;
};

/** The path below the domain; undefined if the PURL is of another one. */
const pathOf = (id: string, domain: string): string | undefined => {
  const path = id.replace(/^https?:\/\/[^/]*/i, '').replace(/^\/+/, '');
  if (path === domain) return '';
  return path.startsWith(`${domain}/`) ? path.slice(domain.length + 1) : undefined;
};

const readPurl = (
  element: XmlElement,
  { id, domain }: { readonly id: string; readonly domain: string },
): ReadPurl | PurlProblemCode => {
  const path = pathOf(id, domain);
  if (path === undefined) return 'domain';
  const type = typeOf(element);
  const status = type === 'partial' || type === 'clone' ? 302 : Number(type);
  if (!isPurlStatus(status)) return 'type';
  const target = targetOf(element);
  const maintainers = childOf(element, 'maintainers');
  const names = maintainers?.children.map((child) => {
    const name = child.text.trim();
    return child.name === 'gid' ? `@${name}` : name;
  });
  return { path, status, isPartial: type === 'partial', target, maintainers: names };
};

/** A clone is what the PURL is that it names. */
const followClones = (
  purls: readonly ReadPurl[],
  elements: readonly XmlElement[],
  { domain, problems }: { readonly domain: string; readonly problems: PurlProblem[] },
): readonly ReadPurl[] => {
  const clones = new Map(
    elements
      .filter((element) => typeOf(element) === 'clone')
      .map((element) => [pathOf(textOf(element, 'id'), domain), textOf(element, 'basepurl') || targetOf(element)]),
  );
  const known = new Map(purls.map((purl) => [purl.path, purl]));
  return purls.flatMap((purl) => {
    const base = clones.get(purl.path);
    if (!clones.has(purl.path)) return [purl];
    const source = known.get(pathOf(base ?? '', domain) ?? '');
    if (source !== undefined && !clones.has(source.path)) return [{ ...source, ...purl, ...pick(source) }];
    problems.push({ place: purl.path, problem: 'target', text: (base ?? '').slice(0, MAX_SHOWN) });
    return [];
  });
};

const pick = ({ status, isPartial, target }: ReadPurl) => ({ status, isPartial, target });
