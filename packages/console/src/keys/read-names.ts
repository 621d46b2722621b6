/** Reads names with commas or blanks between them. */
export const readNames = (text: string): readonly string[] => text.split(/[\s,]+/).filter((name) => name !== '');
