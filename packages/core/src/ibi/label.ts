/** RTC-10 section 5 takes labels of 255 characters as its example; hosts alone may have 253. */
export const MAX_LABEL_LENGTH = 512;

declare const checked: unique symbol;

/** A value that only the parser of `Name` makes. */
export type Checked<Value, Name extends string> = Value & { readonly [checked]: Name };

/** A repository name in the one spelling in which it is kept, compared and shown. */
export type RepositoryLabel = Checked<string, 'RepositoryLabel'>;

/** An IBIp in the one spelling in which it is kept, compared and shown. */
export type IbipLabel = Checked<string, 'IbipLabel'>;

/** What an item is called by, in either form. */
export type Label = RepositoryLabel | IbipLabel;

/** Every repository name has points in its date; an IBIp has none. */
export const isRepositoryLabel = (label: Label): label is RepositoryLabel => label.includes('.');
