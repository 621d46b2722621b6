import { type Refused, refuseLong } from '../../parsing/answer.ts';

const MAX_IDENTIFIER_LENGTH = 1_024;

/**
 * Refuses an identifier that is too long. All code that reads identifiers calls this first, so that its work is
 * bounded.
 */
export const refuseLongIdentifier = (text: string): Refused | undefined =>
  text.length > MAX_IDENTIFIER_LENGTH ? refuseLong('noid', MAX_IDENTIFIER_LENGTH) : undefined;
