import type { QueueRefusal } from './minter-refusals.ts';
import type { None } from './parameters.ts';

/** What people are told that is no refusal. */
export interface NoticeParameters {
  /** What went wrong inside a node stays inside, in its log. */
  'failed-inside': None;
  /** Of several identifiers, one was not queued or unqueued. */
  'identifier-not-queued': QueueRefusal;
}
