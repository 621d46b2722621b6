/** Makes a part when it is first asked for, and only then; one that could not be made is tried again. */
export interface Once<Part> {
  (): Promise<Part>;
  /** Returns undefined if the part was never needed. */
  made(): Promise<Part> | undefined;
}

export const once = <Part>(make: () => Promise<Part>): Once<Part> => {
  let part: Promise<Part> | undefined;
  const ask = (): Promise<Part> => {
    part ??= make().catch((error: unknown) => {
      part = undefined;
      throw error;
    });
    return part;
  };
  return Object.assign(ask, { made: () => part });
};
