import { readFileSync, writeSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { isatty } from 'node:tty';
import { createMinterTools } from './compose/commands/create-minter-tools.ts';
import { openMinterFolder } from './compose/commands/open-minter-folder.ts';
import { runNoid } from './transports/cli/noid/run-noid.ts';

const LINES_PER_PROGRESS = 10_000;

/** `user/group`, as the original writes it. */
const describeUser = (): string => {
  const { username, gid } = userInfo();
  return `${username}/${groupName(gid)}`;
};

const groupName = (gid: number): string => {
  try {
    const line = readFileSync('/etc/group', 'utf8')
      .split('\n')
      .find((text) => text.split(':')[2] === String(gid));
    return line?.split(':')[0] ?? '';
  } catch {
    return '';
  }
};

/** Writes at once, without loading the streams of Node.js; if a pipe is full for now, the stream waits. */
const writeTo =
  (descriptor: number, stream: () => NodeJS.WriteStream) =>
  async (bytes: Uint8Array): Promise<void> => {
    let written = 0;
    while (written < bytes.byteLength) {
      try {
        written += writeSync(descriptor, bytes, written);
      } catch (error) {
        if (!(error instanceof Error) || !('code' in error) || error.code !== 'EAGAIN') throw refuseOutput(error);
        await new Promise<void>((resolve, reject) => {
          stream().write(bytes.subarray(written), (failure) => (failure ? reject(refuseOutput(failure)) : resolve()));
        });
        return;
      }
    }
  };

/** A reader that closes the output early, as in `noid mint 1000 | head`, is not an error. */
const refuseOutput = (error: unknown): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EPIPE') process.exit(0);
  process.exitCode = 1;
  return error;
};

/** The arguments as they were given, which Linux tells; Node.js decodes them, and loses bytes that are not UTF-8. */
const readArgumentBytes = (): readonly Uint8Array[] | undefined => {
  try {
    const words = readFileSync('/proc/self/cmdline', 'latin1').split('\0').slice(0, -1);
    return words.slice(words.length - process.argv.length + 2).map((word) => Buffer.from(word, 'latin1'));
  } catch {
    return undefined;
  }
};

// No `await` here: the bundle is a script, which starts faster than a module.
runNoid({
  name: process.argv[1] ?? 'noid',
  argv: process.argv.slice(2),
  argumentBytes: readArgumentBytes,
  environment: process.env,
  input: () => process.stdin,
  streams: { out: writeTo(1, () => process.stdout), error: writeTo(2, () => process.stderr) },
  user: describeUser(),
  host: hostname(),
  tools: createMinterTools(),
  openFolder: openMinterFolder,
  showProgress: (lines) => {
    if (lines % LINES_PER_PROGRESS === 0 && isatty(2)) writeSync(2, `\r${lines} lines`);
  },
}).then((status) => {
  process.exitCode = status;
});
