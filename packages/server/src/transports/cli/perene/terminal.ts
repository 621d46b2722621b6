/** The parts of its surroundings that a command may use. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** Whether a person watches the error output, so that progress may be drawn there. */
  readonly isWatched: boolean;
  /** Whether a person sees the standard output: for programs that read it, no title and no colour is added. */
  readonly isShown: boolean;
  readonly hasColours: boolean;
}

/** Thrown when a command was refused and the message has been written. */
export class CommandFailed extends Error {
  readonly exitStatus: number;

  constructor(exitStatus: number) {
    super(`exit status ${exitStatus}`);
    this.exitStatus = exitStatus;
  }
}

export const EXIT_REFUSED = 1;
export const EXIT_USAGE = 2;

/** Thrown when a command line cannot be carried out; its message says what to do. */
export class WrongUsage extends Error {}

export const wrongUsage = (message: string): WrongUsage => new WrongUsage(message);
