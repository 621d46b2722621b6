import { escapeSpecial } from '../parsing/escapes.ts';

/** Escapes a stored identifier (`NAAN/name`) for a URL, after `ark:`. */
export const escapeArk = (identifier: string): string => escapeSpecial(identifier, ' "#<>?[\\]^`{|}');
