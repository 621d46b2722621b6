/** Keeps what commands write until what they did is durable. */
export interface NoidOutput {
  out(chunk: string | Uint8Array): void;
  error(chunk: string | Uint8Array): void;
  /** Writes what was kept, when it was only read or is durable. */
  flush(): Promise<void>;
  /** Forgets what was kept, because nothing of it happened. */
  discard(): void;
}

export interface NoidStreams {
  out(bytes: Uint8Array): Promise<void>;
  error(bytes: Uint8Array): Promise<void>;
}

/** In URL mode errors are written among the answers, in order: give one function for both. */
export const createNoidOutput = (streams: NoidStreams): NoidOutput => {
  let chunks: { readonly stream: keyof NoidStreams; readonly bytes: Uint8Array }[] = [];
  let text = '';
  let textStream: keyof NoidStreams = 'out';

  const closeText = (): void => {
    if (text !== '') chunks.push({ stream: textStream, bytes: Buffer.from(text) });
    text = '';
  };
  const write = (stream: keyof NoidStreams, chunk: string | Uint8Array): void => {
    if (stream !== textStream || typeof chunk !== 'string') closeText();
    textStream = stream;
    if (typeof chunk === 'string') text += chunk;
    else chunks.push({ stream, bytes: chunk });
  };

  return {
    out: (chunk) => write('out', chunk),
    error: (chunk) => write('error', chunk),
    async flush() {
      closeText();
      const ready = chunks;
      chunks = [];
      for (const { stream, bytes } of joinRuns(ready)) await streams[stream](bytes);
    },
    discard() {
      chunks = [];
      text = '';
    },
  };
};

interface Run {
  readonly stream: keyof NoidStreams;
  readonly bytes: Uint8Array;
}

/** Joins what goes to one stream in a row, so that it is one write. */
const joinRuns = (chunks: readonly Run[]): readonly Run[] => {
  const runs: { stream: keyof NoidStreams; parts: Uint8Array[] }[] = [];
  for (const { stream, bytes } of chunks) {
    const last = runs.at(-1);
    if (last?.stream === stream) last.parts.push(bytes);
    else runs.push({ stream, parts: [bytes] });
  }
  return runs.map(({ stream, parts }) => ({ stream, bytes: Buffer.concat(parts) }));
};
