/** How often it is looked again for what takes real time. */
const MAX_IDLE = 10_000;

/** Time that passes only when a test says so: nobody waits, and every run is the same. */
export interface VirtualTime {
  /** Returns the milliseconds since time began. */
  now(): number;
  /** Holds time still during work that takes no time, but turns of the real event loop. */
  holdWhile<Result>(work: Promise<Result>): Promise<Result>;
  /** Lets time pass until the promise is settled. */
  until<Result>(promise: Promise<Result>): Promise<Result>;
  pass(milliseconds: number): Promise<void>;
  restore(): void;
}

interface Timer {
  at: number;
  readonly order: number;
  readonly everyMs: number | undefined;
  readonly run: () => void;
}

/** Replaces the timers and clocks of this process until they are restored. */
export const startVirtualTime = (startMs: number): VirtualTime => {
  const real = {
    setTimeout: globalThis.setTimeout,
    setInterval: globalThis.setInterval,
    clearTimeout: globalThis.clearTimeout,
    clearInterval: globalThis.clearInterval,
    performanceNow: performance.now,
    dateNow: Date.now,
  };
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const timers = new Map<object, Timer>();
  let now = 0;
  let order = 0;
  let held = 0;
  /** These functions are called when nothing is held any more. */
  const waiting: (() => void)[] = [];

  const schedule = (run: () => void, delay: number, everyMs: number | undefined): object => {
    const handle = {
      unref: () => handle,
      ref: () => handle,
      hasRef: () => true,
      [Symbol.dispose]: () => clear(handle),
    };
    order += 1;
    timers.set(handle, { at: now + Math.max(0, delay || 0), order, everyMs, run });
    return handle;
  };
  const clear = (handle: unknown): void => {
    timers.delete(handle as object);
  };
  Object.assign(globalThis, {
    setTimeout: (run: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) =>
      schedule(() => run(...given), delay, undefined),
    setInterval: (run: (...given: unknown[]) => void, delay = 0, ...given: unknown[]) =>
      schedule(() => run(...given), delay, Math.max(1, delay)),
    clearTimeout: clear,
    clearInterval: clear,
  });
  performance.now = () => now;
  Date.now = () => startMs + Math.floor(now);

  const findNext = (): readonly [object, Timer] | undefined => {
    let next: readonly [object, Timer] | undefined;
    for (const entry of timers) {
      const isEarlier =
        next === undefined ||
        entry[1].at < next[1].at ||
        (entry[1].at === next[1].at && entry[1].order < next[1].order);
      if (isEarlier) next = entry;
    }
    return next;
  };

  /** Runs the next timer that is due by then; returns whether there was one. */
  const step = (latest: number): boolean => {
    const next = findNext();
    if (next === undefined || next[1].at > latest) return false;
    const [handle, timer] = next;
    now = Math.max(now, timer.at);
    if (timer.everyMs === undefined) timers.delete(handle);
    else timer.at = now + timer.everyMs;
    timer.run();
    return true;
  };

  const idle = async (): Promise<void> => {
    await turn();
    while (held > 0) {
      await new Promise<void>((resolve) => waiting.push(resolve));
      await turn();
    }
  };

  return {
    now: () => now,
    async holdWhile(work) {
      held += 1;
      try {
        return await work;
      } finally {
        held -= 1;
        if (held === 0) for (const resolve of waiting.splice(0)) resolve();
      }
    },
    async until(promise) {
      let isSettled = false;
      promise.then(
        () => {
          isSettled = true;
        },
        () => {
          isSettled = true;
        },
      );
      // Files and threads take real time, which nobody announces here.
      for (let patience = MAX_IDLE; patience > 0; patience -= 1) {
        await idle();
        if (isSettled) return promise;
        if (step(Number.POSITIVE_INFINITY)) patience = MAX_IDLE;
      }
      throw new Error('nothing will happen any more');
    },
    async pass(milliseconds) {
      const end = now + milliseconds;
      do await idle();
      while (step(end));
      now = end;
    },
    restore() {
      const { performanceNow, dateNow, ...timing } = real;
      Object.assign(globalThis, timing);
      performance.now = performanceNow;
      Date.now = dateNow;
    },
  };
};
