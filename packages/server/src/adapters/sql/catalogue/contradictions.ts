import type { Contradiction } from '@perene/api/refusals';

/** Queries that find nothing in a sound catalogue; each returns labels, without repetition. */
export const CONTRADICTIONS: readonly { readonly contradiction: Contradiction; readonly query: string }[] = [
  {
    contradiction: 'not-described',
    query: `select i.repository as label from items i where i.content = 'Data' and not exists
      (select 1 from items m where m.repository = i.described_by and m.describes = i.repository and m.content = 'Metadata')`,
  },
  {
    contradiction: 'describes-nothing',
    query: `select m.repository as label from items m where m.content = 'Metadata' and not exists
      (select 1 from items i where i.repository = m.describes and i.described_by = m.repository)`,
  },
  {
    contradiction: 'description-empty',
    query: `select repository as label from items where content = 'Metadata' and metadata is null`,
  },
  {
    contradiction: 'target-unknown',
    query: `select i.repository as label from items i where i.content = 'Data' and i.state <> 'deleted' and not exists
      (select 1 from files f where f.repository = i.repository and f.path = i.target)`,
  },
  {
    contradiction: 'name-unknown',
    query: `select i.repository as label from items i where not exists
      (select 1 from labels l where l.label = i.repository and l.number = i.number)`,
  },
  {
    contradiction: 'ibip-unknown',
    query: `select i.repository as label from items i where length(i.ibips) - length(replace(i.ibips, ' ', ''))
      + case when i.ibips = '' then 0 else 1 end
      <> (select count(*) from labels l where l.number = i.number and l.label <> i.repository
        and replace(' ' || i.ibips || ' ', ' ' || l.label || ' ', '') <> ' ' || i.ibips || ' ')`,
  },
  {
    contradiction: 'alias-unknown',
    query: `select i.repository as label from items i where length(i.aliases) - length(replace(i.aliases, ' ', ''))
      + case when i.aliases = '' then 0 else 1 end
      <> (select count(*) from labels l where l.number = i.number and l.label like 'alias %')`,
  },
  {
    contradiction: 'alias-leads-nowhere',
    query: `select l.label from labels l where l.label like 'alias %' and not exists
      (select 1 from items i where i.number = l.number)`,
  },
  {
    contradiction: 'label-leads-nowhere',
    query: `select l.label from labels l where l.label not like 'alias %' and not exists
      (select 1 from items i where i.number = l.number and (i.repository = l.label
        or replace(' ' || i.ibips || ' ', ' ' || l.label || ' ', '') <> ' ' || i.ibips || ' '))`,
  },
  {
    contradiction: 'files-without-item',
    query: `select distinct f.repository as label from files f where not exists
      (select 1 from items i where i.repository = f.repository)`,
  },
];
