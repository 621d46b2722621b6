import type { Settings } from '../../config/settings.ts';
import { sendDigest } from '../../services/health/send-digest.ts';
import type { Node } from '../create-node.ts';
import { createNodeOverview } from '../serving/create-overview.ts';
import { startRepeating } from './start-repeating.ts';

const PERIOD_MS = 3_600_000;

/** Sends digests where the node sends e-mails; returns how to stop. */
export const startDigests = (
  settings: Settings,
  node: Node,
  onError: (error: unknown) => void,
): readonly (() => Promise<void>)[] => {
  const { personMail: mail, storedPeople: people, facts, clock } = node;
  if (mail === undefined) return [];
  const { digestMicroseconds: periodMicroseconds, publicUrl } = settings;
  const send = async (): Promise<void> => {
    const { membership } = await node.federation();
    const overview = createNodeOverview(settings, node, membership);
    await sendDigest({ overview, facts, people, mail, clock, periodMicroseconds, publicUrl, onMailError: onError });
  };
  return [startRepeating(send, { periodMs: PERIOD_MS, onError })];
};
