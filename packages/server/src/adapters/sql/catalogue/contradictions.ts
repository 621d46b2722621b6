/** Queries that find nothing in a sound catalogue; each returns labels, without repetition. */
export const CONTRADICTIONS: readonly { readonly problem: string; readonly query: string }[] = [
  {
    problem: 'no item describes it',
    query: `select i.repository as label from items i where i.content = 'Data' and not exists
      (select 1 from items m where m.repository = i.described_by and m.describes = i.repository and m.content = 'Metadata')`,
  },
  {
    problem: 'it describes no item',
    query: `select m.repository as label from items m where m.content = 'Metadata' and not exists
      (select 1 from items i where i.repository = m.describes and i.described_by = m.repository)`,
  },
  {
    problem: 'it says nothing of the item that it describes',
    query: `select repository as label from items where content = 'Metadata' and metadata is null`,
  },
  {
    problem: 'its target is none of its files',
    query: `select i.repository as label from items i where i.content = 'Data' and i.state <> 'deleted' and not exists
      (select 1 from files f where f.repository = i.repository and f.path = i.target)`,
  },
  {
    problem: 'it is not found by its repository name',
    query: `select i.repository as label from items i where not exists
      (select 1 from labels l where l.label = i.repository and l.number = i.number)`,
  },
  {
    problem: 'it is not found by all of its IBIps',
    query: `select i.repository as label from items i where length(i.ibips) - length(replace(i.ibips, ' ', ''))
      + case when i.ibips = '' then 0 else 1 end
      <> (select count(*) from labels l where l.number = i.number and l.label <> i.repository
        and replace(' ' || i.ibips || ' ', ' ' || l.label || ' ', '') <> ' ' || i.ibips || ' ')`,
  },
  {
    problem: 'it is not found by all of its aliases',
    query: `select i.repository as label from items i where length(i.aliases) - length(replace(i.aliases, ' ', ''))
      + case when i.aliases = '' then 0 else 1 end
      <> (select count(*) from labels l where l.number = i.number and l.label like 'alias %')`,
  },
  {
    problem: 'the alias leads to no item',
    query: `select l.label from labels l where l.label like 'alias %' and not exists
      (select 1 from items i where i.number = l.number)`,
  },
  {
    problem: 'the label names no item',
    query: `select l.label from labels l where l.label not like 'alias %' and not exists
      (select 1 from items i where i.number = l.number and (i.repository = l.label
        or replace(' ' || i.ibips || ' ', ' ' || l.label || ' ', '') <> ' ' || i.ibips || ' '))`,
  },
  {
    problem: 'it has files in the catalogue, and is not there itself',
    query: `select distinct f.repository as label from files f where not exists
      (select 1 from items i where i.repository = f.repository)`,
  },
];
