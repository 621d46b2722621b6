import { Type } from 'typebox';
import { closed, text, wordOf } from '../parts.ts';

const STATUSES = ['301', '302', '303', '307', '404', '410'] as const;
const status = wordOf(
  STATUSES,
  'What a reader is answered: 301, 302, 303, 307 lead on, 404 is away for now, 410 is gone',
);
const maintainers = Type.Array(Type.String(), {
  description: 'Names of keys or people who may change it beside its owner, and groups of the domain such as @editors',
  maxItems: 100,
});

export const PurlSchema = Type.Object(
  {
    domain: text('The minter'),
    path: Type.String(),
    status,
    partial: Type.Boolean({ description: 'Whether what follows the path is passed on' }),
    target: Type.Optional(text('Where it leads')),
    owner: Type.Optional(text('The name of the key that made it')),
    maintainers,
  },
  { ...closed, title: 'Purl' },
);

export const PurlChangeSchema = Type.Object(
  {
    status: Type.Optional(status),
    partial: Type.Optional(Type.Boolean({ description: 'Whether what follows the path is passed on' })),
    target: Type.Optional(text('An address of http or https')),
    clone: Type.Optional(text('The path of a PURL from which all else is taken that is not given')),
    maintainers: Type.Optional(maintainers),
  },
  closed,
);

export const PurlImportSchema = Type.Object(
  {
    format: wordOf(['xml', 'htaccess'], 'The XML of purl.org, or a .htaccess of w3id'),
    text: text('The file'),
    trial: Type.Optional(Type.Boolean({ description: 'Only tells what would be done' })),
  },
  closed,
);

export const PurlImportedSchema = Type.Object(
  {
    set: Type.Integer({ description: 'PURLs that were made or changed' }),
    rules: Type.Integer({ description: 'Patterns that were kept as rules' }),
    problems: Type.Array(
      Type.Object(
        {
          place: text('The line, or the PURL'),
          problem: wordOf(
            ['condition', 'directive', 'flag', 'variable', 'target', 'pattern', 'type', 'domain', 'malformed'],
            'Why it was left out',
          ),
          text: Type.String(),
        },
        closed,
      ),
    ),
  },
  { ...closed, title: 'PurlImport' },
);
