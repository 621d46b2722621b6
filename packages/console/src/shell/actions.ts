import { mayChange } from '@perene/api';
import type { Item, ItemState, Principal, Role } from '../api/types.ts';
import { mayEnter } from './session.ts';

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

/** Returns the actions that the node would not refuse to this person or key, for an item in this state. */
export const allowedActions = (
  item: Pick<Item, 'state' | 'content' | 'transfer' | 'owner'>,
  principal: Pick<Principal, 'role' | 'person' | 'grants' | 'limits'>,
): readonly ItemAction[] =>
  ITEM_ACTIONS.filter((action) => {
    const rule = RULES[action];
    const { state, content, transfer } = item;
    return (
      mayEnter(principal, rule.role) &&
      // What is linked to a copy is decided where its original is.
      (state === 'Copy' || mayChange(principal, item)) &&
      rule.states.includes(state) &&
      rule.contents.includes(content) &&
      (rule.duringTransfer || transfer === undefined)
    );
  });
