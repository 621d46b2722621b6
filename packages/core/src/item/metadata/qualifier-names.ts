/** Every qualifier once, in the order in which fields first name it. Manifests need the names alone. */
export const QUALIFIER_NAMES = [
  'kind',
  'orcid',
  'isni',
  'ror',
  'affiliation',
  'affiliationRor',
  'role',
  'scheme',
  'schemeUri',
  'uri',
  'type',
  'box',
  'license',
  'award',
  'awardTitle',
  'level',
  'discipline',
  'grantor',
  'volume',
  'issue',
  'pages',
  'issn',
  'isbn',
] as const;

export type QualifierName = (typeof QUALIFIER_NAMES)[number];
