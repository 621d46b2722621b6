import { Type } from 'typebox';
import { closed, Next, Time, text, wordOf } from '../parts.ts';

const STATES = ['draft', 'registered', 'findable'] as const;
const wanted = wordOf(STATES, 'draft: reserved; registered: it leads readers; findable: DataCite lists it, too');

export const DoiSchema = Type.Object(
  {
    doi: Type.String(),
    item: Type.Optional(text('The repository name of the item that it stands for')),
    minter: Type.Optional(text('The minter of the name that it stands for')),
    id: Type.Optional(text('That name')),
    wanted,
    state: wordOf(['none', ...STATES], 'What DataCite has answered last'),
    progress: wordOf(
      ['done', 'waiting', 'failing', 'refused'],
      'done: DataCite knows everything; waiting: it is to be sent; failing: it is tried again; refused: it waits for a change',
    ),
    problem: Type.Optional(text('What the last try has met')),
    attempts: Type.Integer({ description: 'Tries that have failed since the last change' }),
    next: Type.Optional(Time),
    changed: Type.Optional(Time),
  },
  { ...closed, title: 'Doi' },
);

export const DoiPageSchema = Type.Object({ dois: Type.Array(DoiSchema), next: Next }, closed);

export const NewDoiSchema = Type.Object(
  {
    item: Type.Optional(text('An item, by any of its labels')),
    minter: Type.Optional(text('Instead of an item: a minter')),
    id: Type.Optional(text('and a name that it has given')),
    doi: Type.Optional(text('The DOI; without one, it is made from the label or the name')),
    state: Type.Optional(wanted),
  },
  closed,
);

export const DoiChangeSchema = Type.Object({ state: Type.Optional(wanted) }, closed);
