const MAX_TOGETHER = 32;

/**
 * Sends the answers of one turn of the event loop together, so that a sleeping client is woken once for all of them.
 */
export const createOutbox = <Outgoing>(send: (outgoing: Outgoing) => void): ((outgoing: Outgoing) => void) => {
  const waiting: Outgoing[] = [];
  const sendAll = (): void => {
    for (const outgoing of waiting.splice(0)) send(outgoing);
  };
  return (outgoing) => {
    const count = waiting.push(outgoing);
    if (count === MAX_TOGETHER) sendAll();
    else if (count === 1) setImmediate(sendAll);
  };
};
