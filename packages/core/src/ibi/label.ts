/** RTC-10 section 5 takes labels of 255 characters as its example; hosts alone may have 253. */
export const MAX_LABEL_LENGTH = 512;

declare const checked: unique symbol;

/** Only the parser of `Name` makes such a value. */
export type Checked<Value, Name extends string> = Value & { readonly [checked]: Name };
