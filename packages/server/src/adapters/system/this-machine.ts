import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { request as requestPlain } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import { TLSSocket } from 'node:tls';
import type { Machine, ServerState } from '../../ports/system/machine.ts';

const PATIENCE_MS = 10_000;
const READ_BY_OTHERS = 0o007;

export const createThisMachine = (): Machine => ({
  async inspectFolder(folder) {
    try {
      const [{ bavail, bsize }, { mode }] = [await statfs(folder), await stat(folder)];
      const isWritable = await access(folder, constants.W_OK | constants.X_OK).then(
        () => true,
        () => false,
      );
      return { freeBytes: bavail * bsize, isWritable, isOpenToOthers: (mode & READ_BY_OTHERS) !== 0 };
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
      throw error;
    }
  },
  inspectServer: (url) =>
    new Promise<ServerState>((resolve, reject) => {
      const send = url.startsWith('https:') ? requestEncrypted : requestPlain;
      const request = send(url, { method: 'HEAD', agent: false, timeout: PATIENCE_MS }, (answer) => {
        const { socket, headers } = answer;
        const end = socket instanceof TLSSocket ? Date.parse(socket.getPeerCertificate().valid_to) : undefined;
        answer.resume();
        resolve({ clockMs: headers.date === undefined ? undefined : Date.parse(headers.date), certificateEndMs: end });
      });
      request.once('timeout', () => request.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
      request.once('error', reject);
      request.end();
    }),
});
