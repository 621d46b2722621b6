import { escapeSpecial } from '../parsing/escapes.ts';

/** A kept identifier (`NAAN/name`) as a URL spells it after `ark:`. */
export const escapeArk = (identifier: string): string => escapeSpecial(identifier, ' "#<>?[\\]^`{|}');
