/** Does the work for each value as it comes, up to `limit` at the same time; after a failure it begins no other. */
export const forEachConcurrently = async <Value>(
  values: AsyncIterable<Value>,
  { limit }: { readonly limit: number },
  work: (value: Value) => Promise<void>,
): Promise<void> => {
  const iterator = values[Symbol.asyncIterator]();
  let hasFailed = false;
  const run = async (): Promise<void> => {
    while (!hasFailed) {
      const next = await iterator.next();
      if (next.done) return;
      await work(next.value);
    }
  };
  const runs = Array.from({ length: limit }, () =>
    run().catch((error: unknown) => {
      hasFailed = true;
      throw error;
    }),
  );
  const outcomes = await Promise.allSettled(runs);
  await iterator.return?.();
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
};
