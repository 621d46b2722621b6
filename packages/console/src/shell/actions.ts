import { mayChange, mayWithdraw } from '@perene/api';
import type { Item, ItemState, Principal, Role } from '../api/types.ts';
import { mayEnter } from './session.ts';

/** The actions on an item in the console. */
export type ItemAction = 'edit' | 'newEdition' | 'newTranslation' | 'withdraw' | 'restore' | 'remove';

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
  withdraw: { role: 'depositor', states: ['Original'], contents: ['Data'], duringTransfer: false },
  restore: { role: 'depositor', states: ['Original'], contents: ['Data'], duringTransfer: false },
  remove: { role: 'admin', states: ['Original', 'Copy'], contents: ['Data'], duringTransfer: false },
};

const ITEM_ACTIONS = Object.keys(RULES) as readonly ItemAction[];

/** Returns the actions that the node would not refuse to this person or key, for an item in this state. */
export const allowedActions = (
  item: Pick<Item, 'state' | 'content' | 'transfer' | 'owner' | 'collections' | 'withdrawn'>,
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
      fits(action, item, principal) &&
      (rule.duringTransfer || transfer === undefined)
    );
  });

/** What is withdrawn is restored, and the other way round, by those who look after it. */
const fits = (
  action: ItemAction,
  item: Pick<Item, 'owner' | 'collections' | 'withdrawn'>,
  principal: Parameters<typeof mayWithdraw>[0],
): boolean => {
  if (action !== 'withdraw' && action !== 'restore') return true;
  return (action === 'restore') === (item.withdrawn !== undefined) && mayWithdraw(principal, item);
};
