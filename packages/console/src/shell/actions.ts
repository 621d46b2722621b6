import type { Item, ItemState, Role } from '../api/types.ts';
import { allows } from './session.ts';

/** The actions on an item in the console. */
export type ItemAction = 'edit' | 'newEdition' | 'newTranslation' | 'remove';

interface Rule {
  readonly role: Role;
  readonly states: readonly ItemState[];
  readonly contents: readonly Item['content'][];
  /** Whether the action is allowed while the item is on its way to another Archive. */
  readonly duringTransfer: boolean;
}

/** The rules of the node: only an original is edited, and a copy is dropped without a tombstone. */
const RULES: Readonly<Record<ItemAction, Rule>> = {
  edit: { role: 'depositor', states: ['Original'], contents: ['Data'], duringTransfer: false },
  newEdition: { role: 'depositor', states: ['Original', 'Copy'], contents: ['Data'], duringTransfer: true },
  newTranslation: { role: 'depositor', states: ['Original', 'Copy'], contents: ['Data'], duringTransfer: true },
  remove: { role: 'admin', states: ['Original', 'Copy'], contents: ['Data'], duringTransfer: false },
};

const ITEM_ACTIONS = Object.keys(RULES) as readonly ItemAction[];

/** Returns the actions that the node would not refuse to this role, for an item in this state. */
export const allowedActions = (
  { state, content, transfer }: Pick<Item, 'state' | 'content' | 'transfer'>,
  role: Role,
): readonly ItemAction[] =>
  ITEM_ACTIONS.filter((action) => {
    const rule = RULES[action];
    return (
      allows(role, rule.role) &&
      rule.states.includes(state) &&
      rule.contents.includes(content) &&
      (rule.duringTransfer || transfer === undefined)
    );
  });
