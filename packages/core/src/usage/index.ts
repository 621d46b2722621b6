export { citingItemOf, withCitingItem } from '../persistent-url/citing-item.ts';
export { type AgentKind, classifyAgent, MAX_AGENT_LENGTH } from './classify-agent.ts';
export { createFollowBook } from './follow-book.ts';
export {
  type AccessMethod,
  createVisitBook,
  NO_USAGE,
  sumUsage,
  type UsageCount,
  type UsageNumbers,
  type Visit,
  type VisitBook,
} from './visit-book.ts';
