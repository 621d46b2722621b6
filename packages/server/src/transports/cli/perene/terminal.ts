/** The parts of its surroundings that a command may use. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** Whether a person watches the error output, so that progress may be drawn there. */
  readonly isWatched: boolean;
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

/** Writes one line that says what to do, and returns the failure to throw. */
export const wrongUsage = (terminal: Terminal, message: string): CommandFailed => {
  terminal.error(`perene: ${message}\n`);
  return new CommandFailed(EXIT_USAGE);
};
