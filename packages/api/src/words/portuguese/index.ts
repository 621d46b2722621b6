import type { NoticeParameters } from '../../codes/notice-codes.ts';
import type { TraceParameters } from '../../codes/trace-codes.ts';
import type { RefusalParameters } from '../../refusals.ts';
import type { WordsFor } from '../sentence.ts';
import { COLLECTIONS } from './collections.ts';
import { DESK } from './desk.ts';
import { DOIS } from './dois.ts';
import { DRAFTS } from './drafts.ts';
import { FEDERATION } from './federation.ts';
import { ITEMS } from './items.ts';
import { MINTERS } from './minters.ts';
import { NAME_SOURCES } from './name-sources.ts';
import { NODE } from './node.ts';
import { NOTICES } from './notices.ts';
import { PEOPLE } from './people.ts';
import { REQUESTS } from './requests.ts';
import { TRACES } from './traces.ts';

export const PORTUGUESE: WordsFor<RefusalParameters & TraceParameters & NoticeParameters> = {
  ...NODE,
  ...PEOPLE,
  ...ITEMS,
  ...COLLECTIONS,
  ...DRAFTS,
  ...DESK,
  ...DOIS,
  ...NAME_SOURCES,
  ...FEDERATION,
  ...REQUESTS,
  ...MINTERS,
  ...TRACES,
  ...NOTICES,
};
