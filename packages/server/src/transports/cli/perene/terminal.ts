/** What a command may touch of the world around it. */
export interface Terminal {
  out(text: string): void;
  error(text: string): void;
  /** Whether a person watches the error output, so that progress may be drawn there. */
  readonly isWatched: boolean;
}

/** A command that was refused; the text has been written. */
export class CommandFailed extends Error {
  readonly exitStatus: number;

  constructor(exitStatus: number) {
    super(`exit status ${exitStatus}`);
    this.exitStatus = exitStatus;
  }
}

export const EXIT_REFUSED = 1;
export const EXIT_USAGE = 2;

/** Writes one line that says what to do. */
export const wrongUsage = (terminal: Terminal, message: string): CommandFailed => {
  terminal.error(`perene: ${message}\n`);
  return new CommandFailed(EXIT_USAGE);
};
