import type { Migration } from './migration.ts';

/** What the proposing Archive called a proposal, which differs if it proposes anew. */
export const ADD_PROPOSAL_STAMPS: Migration = [`alter table proposals add column stamp text not null default ''`];
