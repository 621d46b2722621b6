import { because } from '@perene/api/refusals';
import type { ReadUrlList } from '@perene/core';
import type { KnownArchive, TraceStep } from './resolution.ts';

export const describeUnread = ({ address }: KnownArchive, { unread }: ReadUrlList): TraceStep => ({
  kind: 'decided',
  why: because('pairs-left-out', { address, pairs: unread }),
});
