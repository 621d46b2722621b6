import { posix } from 'node:path';
import type { SourceFile } from './tidy.ts';

/**
 * Who may import whom, by the room that a file lives in: transports -> services -> ports -> core; adapters -> ports ->
 * core; console -> core. A room may always import from itself.
 */
interface Room {
  /** How the paths of its files begin. */
  readonly prefix: string;
  /** Rooms that it may import, by prefix. */
  readonly rooms: readonly string[];
  /** Packages that it may import; `node:` stands for all of Node.js. */
  readonly packages: readonly string[];
}

const SERVER = 'packages/server/src/';
const inServer = (...rooms: readonly string[]): readonly string[] => rooms.map((room) => `${SERVER}${room}`);

const CORE = [
  '@perene/core',
  '@perene/core/ark',
  '@perene/core/citation',
  '@perene/core/federation',
  '@perene/core/item',
  '@perene/core/noid',
];

/** The first prefix that fits counts. */
const ROOMS: readonly Room[] = [
  { prefix: 'packages/core/src/', rooms: [], packages: [] },
  // The start page stays small: only the console app has a library.
  {
    prefix: 'packages/console/src/app/',
    rooms: ['packages/console/src/'],
    packages: ['@perene/core', '@perene/core/item', '@perene/core/noid', 'preact', 'preact/hooks'],
  },
  { prefix: 'packages/console/src/', rooms: [], packages: ['@perene/core'] },
  { prefix: `${SERVER}refusals/`, rooms: [], packages: CORE },
  { prefix: `${SERVER}concurrency/`, rooms: [], packages: [] },
  { prefix: `${SERVER}ports/`, rooms: inServer('refusals/'), packages: [...CORE, 'node:stream'] },
  { prefix: `${SERVER}config/`, rooms: inServer('refusals/'), packages: [...CORE, 'node:'] },
  ...['minter', 'noid', 'archive', 'resolver', 'backup', 'keys', 'sample'].map((role) => ({
    prefix: `${SERVER}services/${role}/`,
    rooms: inServer('ports/', 'refusals/', 'concurrency/'),
    packages: [...CORE, 'node:stream'],
  })),
  // Does what the services do, on another node: the interface is theirs.
  {
    prefix: `${SERVER}adapters/remote-archive/`,
    rooms: inServer('services/', 'ports/', 'refusals/'),
    packages: [...CORE, 'node:'],
  },
  {
    prefix: `${SERVER}adapters/`,
    rooms: inServer('ports/', 'refusals/'),
    packages: [...CORE, 'node:', 'better-sqlite3', 'postgres', 'file-type', 'mime', 're2js', 'nodemailer'],
  },
  // What the command line and the URL interface of noid both speak.
  {
    prefix: `${SERVER}transports/noid/`,
    rooms: inServer('services/', 'ports/', 'refusals/'),
    packages: [...CORE, 'node:'],
  },
  {
    prefix: `${SERVER}transports/cli/`,
    rooms: inServer('services/', 'ports/', 'config/', 'refusals/', 'transports/noid/'),
    packages: [...CORE, 'node:', 'commander', 'cli-progress'],
  },
  {
    prefix: `${SERVER}transports/http/`,
    rooms: inServer('services/', 'ports/', 'config/', 'refusals/', 'transports/noid/'),
    packages: [
      ...CORE,
      'node:',
      'fastify',
      '@fastify/multipart',
      '@fastify/static',
      '@fastify/swagger',
      '@fastify/type-provider-typebox',
      '@sinclair/typebox',
      'pino',
      'prom-client',
      'qrcode',
    ],
  },
  { prefix: `${SERVER}compose/`, rooms: [SERVER], packages: [...CORE, 'node:'] },
  { prefix: `${SERVER}noid-main.ts`, rooms: inServer('compose/', 'transports/cli/noid/'), packages: ['node:'] },
  { prefix: `${SERVER}main.ts`, rooms: inServer('compose/', 'transports/cli/'), packages: ['node:cluster'] },
];

const IMPORT = /(?:\bfrom\s+|\bimport\s+|\bimport\()'([^']+)'/g;

export const findImportProblems = ({ path, text }: SourceFile): readonly string[] => {
  const imported = [...text.matchAll(IMPORT)].map(([, specifier = '']) => specifier);
  const room = ROOMS.find(({ prefix }) => path.startsWith(prefix));
  if (room === undefined) {
    return path.includes('/src/')
      ? [`${path}: lives in no room of ARCHITECTURE.md; add its room to tools/tidy/imports.ts`]
      : [];
  }
  return imported
    .filter((specifier) => !isAllowed(specifier, path, room))
    .map((specifier) => `${path}: may not import ${specifier} from this room`);
};

const isAllowed = (specifier: string, path: string, { prefix, rooms, packages }: Room): boolean => {
  if (!specifier.startsWith('.')) {
    return packages.some((name) => specifier === name || (name === 'node:' && specifier.startsWith(name)));
  }
  const target = posix.join(posix.dirname(path), specifier);
  return [prefix, ...rooms].some((allowed) => target.startsWith(allowed));
};
