import type { FastifyBaseLogger } from 'fastify';

const MAX_REDIRECTS_A_SECOND = 100;
const MAX_LOGGED_PATH_LENGTH = 1_024;

interface AnsweredResolution {
  readonly request: string;
  readonly method: string;
  readonly target: string;
  readonly status: number;
  readonly outcome: string;
  readonly milliseconds: number;
}

/**
 * Logs one line a resolution, but at most a hundred redirects a second: writing a line costs more than making a
 * redirect. The first line of a later second tells how many were left out.
 */
export const createResolutionLog = (
  now = () => performance.now(),
): ((log: FastifyBaseLogger, answered: AnsweredResolution) => void) => {
  let second = 0;
  let written = 0;
  let leftOut = 0;
  return (log, answered) => {
    if (answered.outcome !== 'found') {
      log.info(describe(answered), 'answered');
      return;
    }
    const current = Math.floor(now() / 1_000);
    if (current !== second) {
      second = current;
      written = 0;
    }
    if (written === MAX_REDIRECTS_A_SECOND) {
      leftOut += 1;
      return;
    }
    written += 1;
    log.info({ ...describe(answered), ...(leftOut > 0 && { leftOut }) }, 'answered');
    leftOut = 0;
  };
};

const describe = ({ target, milliseconds, ...answered }: AnsweredResolution) => ({
  ...answered,
  // The query is left out, because it may have keys.
  path: target.replace(/\?.*$/s, '').slice(0, MAX_LOGGED_PATH_LENGTH),
  milliseconds: Math.round(milliseconds * 1_000) / 1_000,
});
