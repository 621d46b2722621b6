/** Lets at most so many works run at the same time; the others wait in their order. */
export const createFewAtATime = (most: number) => {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (running < most) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
};
