import type { SampledNode } from './sampled-node.ts';

/** Where a program comes from. Those of npm have their version here; those of Debian are what the machine's release has. */
export type Source =
  | { readonly npm: string; readonly version: string }
  | { readonly debian: string; readonly program: string };

/** A program that was brought here: how to load it, or how to run it. */
export interface Program {
  readonly version: string;
  /** The folder that it is unpacked in; undefined where it is installed on the machine. */
  readonly folder: string | undefined;
  /** Loads a package of npm, or one that came with it. */
  load<Module>(name: string): Promise<Module>;
  /** The path of one of its programs. */
  pathOf(program: string): string;
  run(words: readonly string[], options?: RunOptions): Promise<Outcome>;
  /** The variables that the program is run with. */
  readonly environment: Readonly<Record<string, string>>;
}

export interface RunOptions {
  readonly input?: string;
  readonly cwd?: string;
  /** The name of the program, if a package has several. */
  readonly program?: string;
}

export interface Outcome {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a judge says: how many of the things that it looked at are right, and what is wrong with the others. */
export interface Verdict {
  readonly right: number;
  readonly of: number;
  /** What was counted, in the plural. */
  readonly unit: string;
  readonly problems: readonly string[];
  /** Figures beside the count, such as scores. */
  readonly note?: string;
}

export interface Judge {
  readonly name: string;
  readonly source: Source;
  /** What is judged, in a few words. */
  readonly about: string;
  judge(node: SampledNode, program: Program): Promise<Verdict>;
}

/** Looks at each thing; what `look` returns is wrong with it. An exception is a problem, too. */
export const lookAtEach = async <Thing>(
  things: readonly Thing[],
  {
    unit,
    name,
    look,
  }: {
    readonly unit: string;
    readonly name: (thing: Thing) => string;
    readonly look: (thing: Thing) => Promise<readonly string[]> | readonly string[];
  },
): Promise<Verdict> => {
  const problems: string[] = [];
  let right = 0;
  for (const thing of things) {
    const found = await Promise.resolve(thing)
      .then(look)
      .catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
    if (found.length === 0) right += 1;
    problems.push(...found.map((problem) => `${name(thing)}: ${problem}`));
  }
  return { right, of: things.length, unit, problems };
};
