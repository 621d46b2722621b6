import { parseTemplate, type Template } from '@perene/core/noid';
import type { Clock } from '../../ports/clock.ts';
import type { IdentifierRecord, MinterDefinition } from '../../ports/minter-store.ts';
import type { Patterns } from '../../ports/patterns.ts';
import type { Secrets } from '../../ports/secrets.ts';

export interface MinterNeeds {
  readonly clock: Pick<Clock, 'now'>;
  readonly secrets: Secrets;
  readonly patterns: Patterns;
}

/** On whose behalf a minter works, and what it writes down about that. */
export interface MinterWork extends MinterNeeds {
  readonly contact: string;
  /** A line for the minter's log. */
  readonly log: (line: string) => void;
}

const MAX_KEPT_TEMPLATES = 100;
const TEMPLATES = new Map<string, Template>();

/** Of a minter that exists, so its template was accepted once. */
export const templateOf = ({ template: text }: MinterDefinition): Template => {
  const known = TEMPLATES.get(text);
  if (known !== undefined) return known;
  const answer = parseTemplate(text);
  if (!answer.ok) throw new Error(`a minter has the template ${text}, which is none`);
  if (TEMPLATES.size === MAX_KEPT_TEMPLATES) TEMPLATES.clear();
  TEMPLATES.set(text, answer.value);
  return answer.value;
};

export const isLongTerm = ({ term }: MinterDefinition): boolean => term === 'long';

/** As the original keeps and shows it; empty for an identifier that was never issued or queued. */
export const circulationOf = (record: IdentifierRecord | undefined): string =>
  record === undefined || record.status === ''
    ? ''
    : `${record.status}|${record.date}|${record.contact}|${record.position}`;
