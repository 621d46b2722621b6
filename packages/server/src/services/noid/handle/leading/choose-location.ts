import { readXml, type XmlElement } from '../../../../formats/read-xml.ts';

/** What a choice among locations goes by. */
export interface LocationWishes {
  /** Attributes that were asked for, such as `country:br`. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
  /** Codes of countries, the likeliest first. */
  readonly countries: readonly string[];
  /** Codes of languages, the best first. */
  readonly languages: readonly string[];
  /** A number from 0 up to 1, by chance. */
  readonly chance: number;
}

const DEFAULT_METHODS = 'locatt,country,weighted';
const MAX_XML_LENGTH = 262_144;

type Choice = (locations: readonly XmlElement[], wishes: LocationWishes) => readonly XmlElement[];

/** The URL of the location of a `10320/loc` value that fits best; undefined if there is none. */
export const chooseLocation = (xml: string, wishes: LocationWishes): string | undefined => {
  const root = xml.length > MAX_XML_LENGTH ? undefined : readXml(xml);
  const all = (root?.children ?? []).filter(({ name, attributes }) => name === 'location' && attributes.has('href'));
  if (root === undefined || all.length === 0) return undefined;
  let left = all;
  const methods = (root.attributes.get('chooseby') ?? DEFAULT_METHODS).split(',').map((name) => name.trim());
  // The weighted choice leaves one, whatever was chosen before. A method chooses the same again, so each is asked once.
  for (const method of new Set([...methods, 'weighted'])) {
    if (left.length === 1) break;
    const chosen = CHOICES.get(method)?.(left, wishes) ?? left;
    // A method that fits no location is passed over.
    if (chosen.length > 0) left = [...chosen];
  }
  return left[0]?.attributes.get('href');
};

const attributeOf = ({ attributes }: XmlElement, name: string): string => (attributes.get(name) ?? '').toLowerCase();

const byAttributes: Choice = (locations, { attributes }) =>
  attributes.length === 0
    ? locations
    : locations.filter((location) =>
        attributes.every(([name, value]) => attributeOf(location, name) === value.toLowerCase()),
      );

/** Where no location is for the country of the reader, those that are for none are left. */
const byCountry: Choice = (locations, { countries }) => {
  const fitting = countries.map((country) =>
    locations.filter((location) => attributeOf(location, 'country') === country.toLowerCase()),
  );
  return (
    fitting.find((some) => some.length > 0) ?? locations.filter((location) => attributeOf(location, 'country') === '')
  );
};

const languageOf = (location: XmlElement): string => attributeOf(location, 'language') || attributeOf(location, 'lang');

const byLanguage: Choice = (locations, { languages }) => {
  const fitting = languages.map((language) =>
    locations.filter((location) => {
      const own = languageOf(location);
      return own === language.toLowerCase() || own.startsWith(`${language.toLowerCase()}-`);
    }),
  );
  return fitting.find((some) => some.length > 0) ?? locations.filter((location) => languageOf(location) === '');
};

const weightOf = ({ attributes }: XmlElement): number => {
  const weight = Number(attributes.get('weight') ?? '1');
  return Number.isFinite(weight) ? Math.min(Math.max(weight, 0), 1_000) : 1;
};

/** Locations of weight 0 are chosen only if there is no other. */
const byWeight: Choice = (locations, { chance }) => {
  const total = locations.reduce((sum, location) => sum + weightOf(location), 0);
  const even = locations[Math.floor(chance * locations.length)];
  if (total === 0) return even === undefined ? [] : [even];
  let place = chance * total;
  const chosen = locations.find((location) => {
    place -= weightOf(location);
    return place < 0;
  });
  return chosen === undefined ? [] : [chosen];
};

const CHOICES: ReadonlyMap<string, Choice> = new Map([
  ['locatt', byAttributes],
  ['country', byCountry],
  ['language', byLanguage],
  ['weighted', byWeight],
]);
