import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Judge, lookAtEach } from '../judge.ts';
import type { SampledNode } from '../sampled-node.ts';

const keepDocument = async (node: SampledNode): Promise<{ readonly file: string; readonly operations: number }> => {
  const text = await node.read(`${node.url}/api/openapi.json`);
  const file = join(node.folder, 'openapi.json');
  writeFileSync(file, text);
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> };
  const methods = Object.values(paths).flatMap((path) => Object.keys(path).filter((name) => /^[a-z]+$/.test(name)));
  return { file, operations: methods.length };
};

interface RedoclyProblem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

const redocly: Judge = {
  name: '@redocly/cli',
  source: { npm: '@redocly/cli', version: '2.77.0' },
  about: 'the OpenAPI document keeps the recommended rules',
  async judge(node, program) {
    const { file } = await keepDocument(node);
    return lookAtEach(['openapi.json'], {
      unit: 'documents',
      name: (name) => name,
      async look() {
        const words = ['lint', file, '--extends', 'recommended', '--format', 'json', '--max-problems', '1000'];
        const { stdout, stderr } = await program.run(words, { program: 'redocly', cwd: node.folder });
        if (stdout === '') throw new Error(stderr);
        const { problems } = JSON.parse(stdout) as { problems: readonly RedoclyProblem[] };
        return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ''}`);
      },
    });
  },
};

const spectral: Judge = {
  name: '@stoplight/spectral-cli',
  source: { npm: '@stoplight/spectral-cli', version: '6.16.3' },
  about: 'the OpenAPI document keeps the rules of spectral:oas',
  async judge(node, program) {
    const { file } = await keepDocument(node);
    const rules = join(node.folder, 'spectral.yaml');
    writeFileSync(rules, 'extends: ["spectral:oas"]\n');
    return lookAtEach(['openapi.json'], {
      unit: 'documents',
      name: (name) => name,
      async look() {
        const words = ['lint', file, '--ruleset', rules, '--format', 'json', '--quiet'];
        const { stdout, stderr } = await program.run(words, { program: 'spectral', cwd: node.folder });
        if (stdout === '') throw new Error(stderr);
        const problems = JSON.parse(stdout) as readonly { code: string; message: string; path: readonly string[] }[];
        return problems.map(({ code, message, path }) => `${code}: ${message} at ${path.join('.')}`);
      },
    });
  },
};

interface Tus {
  readonly Upload: new (
    content: Buffer,
    options: object,
  ) => { start(): void; abort(): Promise<void>; readonly url: string | null };
}

const LARGE = 5_000_000;
const PART = 1_000_000;

const tusJsClient: Judge = {
  name: 'tus-js-client',
  source: { npm: 'tus-js-client', version: '4.3.1' },
  about: 'files are uploaded in one part, in many, empty, and resumed after an interruption',
  async judge(node, program) {
    const { Upload } = await program.load<Tus>('tus-js-client');
    const upload = (content: Buffer, options: object, isCut: boolean): Promise<string> =>
      new Promise((resolve, reject) => {
        const task = new Upload(content, {
          endpoint: `${node.url}/api/v1/uploads`,
          headers: { authorization: `Bearer ${node.key}` },
          metadata: { filename: 'data/cover.csv', filetype: 'text/csv' },
          onError: reject,
          onSuccess: () => resolve(task.url ?? ''),
          onChunkComplete: () => {
            if (isCut) void task.abort().then(() => resolve(task.url ?? ''));
          },
          ...options,
        });
        task.start();
      });
    const deposit = async (location: string, bytes: number): Promise<readonly string[]> => {
      const answer = await fetch(`${node.url}/api/v1/items`, {
        method: 'POST',
        headers: { authorization: `Bearer ${node.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ metadata: { title: 'Uploaded' }, uploads: [{ id: location.split('/').at(-1) }] }),
      });
      const { files } = (await answer.json()) as { files?: readonly { readonly bytes: number }[] };
      return files?.[0]?.bytes === bytes ? [] : [`the deposit is ${answer.status}, not ${bytes} bytes`];
    };
    const content = (bytes: number): Buffer => Buffer.alloc(bytes, 'perene');
    const cases: Readonly<Record<string, () => Promise<readonly string[]>>> = {
      'in one part': async () => deposit(await upload(content(1_000), {}, false), 1_000),
      'in many parts': async () => deposit(await upload(content(LARGE), { chunkSize: PART }, false), LARGE),
      empty: async () => deposit(await upload(content(0), {}, false), 0),
      resumed: async () => {
        const uploadUrl = await upload(content(LARGE), { chunkSize: PART }, true);
        return deposit(await upload(content(LARGE), { uploadUrl, chunkSize: PART }, false), LARGE);
      },
    };
    return lookAtEach(Object.entries(cases), {
      unit: 'uploads',
      name: ([name]) => name,
      look: ([, attempt]) => attempt(),
    });
  },
};

export const INTERFACES: readonly Judge[] = [redocly, spectral, tusJsClient];
