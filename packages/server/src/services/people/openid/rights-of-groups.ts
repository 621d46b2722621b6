import { isAtLeast, type Role } from '../../../ports/node/api-keys.ts';
import type { GroupRules } from '../../../ports/people/identity-provider.ts';
import type { Grant, Person } from '../../../ports/people/people.ts';

const isSame = (one: Grant, other: Grant): boolean => one.role === other.role && one.collection === other.collection;

/** Returns the largest role that the groups give; undefined if the rules have no say. */
export const roleOfGroups = (
  groups: readonly string[],
  { roles }: Pick<GroupRules, 'roles'>,
  least: Role,
): Role | undefined => {
  if (roles.length === 0) return undefined;
  return roles
    .filter(({ group }) => groups.includes(group))
    .reduce((largest: Role, { gives }) => (isAtLeast(gives, largest) ? gives : largest), least);
};

/** Returns all rights from now on: those of which rules speak by the groups, others as they were. */
export const grantsOfGroups = (
  groups: readonly string[],
  { grants: rules }: Pick<GroupRules, 'grants'>,
  before: readonly Grant[],
): readonly Grant[] => {
  const kept = before.filter((grant) => !rules.some(({ gives }) => isSame(gives, grant)));
  const given = rules.filter(({ group }) => groups.includes(group)).map(({ gives }) => gives);
  return [...kept, ...given.filter((grant, index) => given.findIndex((one) => isSame(one, grant)) === index)];
};

/** Whether the rights are those that the person has already. */
export const areSame = ({ grants }: Pick<Person, 'grants'>, other: readonly Grant[]): boolean =>
  grants.length === other.length && grants.every((grant) => other.some((one) => isSame(grant, one)));
