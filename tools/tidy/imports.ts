import { posix } from 'node:path';
import type { SourceFile } from './tidy.ts';

/**
 * Which folders may import which: transports -> services -> ports -> core; adapters -> ports -> core; console -> core;
 * all of them may name the contract of `api`. A folder may always import from itself.
 */
interface Room {
  /** The beginning of the paths of its files. */
  readonly prefix: string;
  /** The folders that it may import, by prefix. */
  readonly rooms: readonly string[];
  /** The packages that it may import; `node:` stands for all of Node.js. */
  readonly packages: readonly string[];
}

const SERVER = 'packages/server/src/';
const inServer = (...rooms: readonly string[]): readonly string[] => rooms.map((room) => `${SERVER}${room}`);

const CORE = [
  '@perene/core',
  '@perene/core/ark',
  '@perene/core/representation',
  '@perene/core/usage',
  '@perene/core/federation',
  '@perene/core/item',
  '@perene/core/noid',
  '@perene/core/reading',
  '@perene/core/search',
  '@perene/core/trust',
];

/** The contract of a node, which every folder of the server may import. */
const CONTRACT = [...CORE, '@perene/api', '@perene/api/refusals', '@perene/api/words'];

/** The rooms; the first prefix that matches counts. */
const ROOMS: readonly Room[] = [
  { prefix: 'packages/core/src/', rooms: [], packages: [] },
  { prefix: 'packages/api/src/', rooms: [], packages: [...CORE, 'typebox'] },
  // The start page uses no library, so that it stays small; only the console does.
  {
    prefix: 'packages/console/src/start/',
    rooms: [],
    packages: ['@perene/api/words', '@perene/core', '@perene/core/reading'],
  },
  {
    prefix: 'packages/console/src/',
    rooms: [],
    packages: [
      '@perene/api',
      '@perene/api/words',
      '@perene/core',
      '@perene/core/item',
      '@perene/core/noid',
      '@perene/core/trust',
      'preact',
      'preact/hooks',
      'tus-js-client',
    ],
  },
  { prefix: `${SERVER}concurrency/`, rooms: [], packages: ['@perene/core', 'lru-cache'] },
  { prefix: `${SERVER}formats/`, rooms: [], packages: [] },
  { prefix: `${SERVER}memory/`, rooms: inServer('ports/'), packages: ['node:async_hooks'] },
  { prefix: `${SERVER}ports/`, rooms: [], packages: [...CONTRACT, 'node:stream'] },
  { prefix: `${SERVER}config/`, rooms: [], packages: [...CONTRACT, 'node:'] },
  ...['minting', 'noid', 'archive', 'resolver', 'backup', 'health', 'keys', 'people', 'sample', 'trust'].map(
    (role) => ({
      prefix: `${SERVER}services/${role}/`,
      rooms: inServer('ports/', 'concurrency/', 'formats/', 'memory/'),
      packages: [...CONTRACT, 'node:stream', 'lru-cache'],
    }),
  ),
  // This folder acts on another node, through the interfaces of the services.
  {
    prefix: `${SERVER}adapters/remote-node/`,
    rooms: inServer('services/', 'ports/'),
    packages: [...CONTRACT, 'node:', 'tus-js-client'],
  },
  {
    prefix: `${SERVER}adapters/`,
    rooms: inServer('ports/', 'memory/'),
    packages: [
      ...CONTRACT,
      'node:',
      '@silvia-odwyer/photon-node',
      '@aws-sdk/client-s3',
      '@aws-sdk/s3-request-presigner',
      '@node-rs/argon2',
      'better-sqlite3',
      'postgres',
      'file-type',
      'lru-cache',
      'mime',
      're2js',
      'nodemailer',
      'nodemailer/lib/addressparser',
      'nodemailer/lib/mail-composer',
      'oauth4webapi',
      'postal-mime',
      'undici',
    ],
  },
  // This folder has the commands of noid, for the command line and the URL interface.
  {
    prefix: `${SERVER}transports/noid/`,
    rooms: inServer('services/', 'ports/'),
    packages: [...CONTRACT, 'node:'],
  },
  {
    prefix: `${SERVER}transports/cli/`,
    rooms: inServer('services/', 'ports/', 'config/', 'transports/noid/'),
    packages: [...CONTRACT, 'node:', 'commander', 'cli-progress'],
  },
  {
    prefix: `${SERVER}transports/http/`,
    rooms: inServer('services/', 'ports/', 'config/', 'concurrency/', 'formats/', 'memory/', 'transports/noid/'),
    packages: [
      ...CONTRACT,
      'node:',
      'fastify',
      '@fastify/multipart',
      '@fastify/static',
      'content-disposition',
      'typebox',
      'typebox/compile',
      'lru-cache',
      'pino',
      'prom-client',
      'qrcode',
    ],
  },
  { prefix: `${SERVER}compose/`, rooms: [SERVER], packages: [...CONTRACT, 'node:'] },
  { prefix: `${SERVER}noid-main.ts`, rooms: inServer('compose/', 'transports/cli/noid/'), packages: ['node:'] },
  { prefix: `${SERVER}main.ts`, rooms: inServer('compose/', 'config/', 'transports/cli/'), packages: ['node:cluster'] },
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
