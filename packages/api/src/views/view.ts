import type { Static, TSchema } from 'typebox';

type Fixed<Value> = Value extends readonly (infer Entry)[]
  ? readonly Fixed<Entry>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Fixed<Value[Name]> }
    : Value;

/** The type of a value that was read, which nobody changes. */
export type View<Schema extends TSchema> = Fixed<Static<Schema>>;

type OrUndefined<Value, Name extends keyof Value> = string extends Name
  ? never
  : Record<never, never> extends Pick<Value, Name>
    ? undefined
    : never;

type Loose<Value> = Value extends readonly (infer Entry)[]
  ? readonly Loose<Entry>[]
  : Value extends object
    ? { readonly [Name in keyof Value]: Loose<Value[Name]> | OrUndefined<Value, Name> }
    : Value;

/** The type of a value to write: JSON leaves out what is undefined. */
export type Written<Schema extends TSchema> = Loose<Static<Schema>>;
