import { Type } from 'typebox';

/** The option that allows only the named properties. */
export const closed = { additionalProperties: false };

export const text = (description: string, options: Ruled = {}) => Type.String({ description, ...options });

/**
 * Keywords of a schema that only the document tells. A service checks them, because it refuses with a code of its own,
 * which says more.
 */
export interface Ruled {
  readonly law?: Readonly<Record<string, unknown>>;
}

/** A schema for the reason why something is done. */
export const reasonText = (description: string) => text(description, { law: { minLength: 1, maxLength: 2_000 } });

/** A schema for a text that is one of these words. */
export const wordOf = <Word extends string>(words: readonly Word[], description: string) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words], description });

export const Label = text(
  'A label in either form, such as 8JMKD3MGP8W/34PGRBS or sid.inpe.br/mtc-m18@80/2009/02.16.17.46',
);
export const Time = text('ISO 8601, UTC');
export const Next = Type.Optional(text('Cursor of the next page; absent at the end'));

export const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description: 'YYYY-MM-DD, UTC' });
