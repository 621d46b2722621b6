import type { LinkedPerson, OpenedLink, Person as PersonView } from '@perene/api';
import type { Role } from '../../ports/node/api-keys.ts';
import type { Grant, Person } from '../../ports/people/people.ts';

interface Invitation {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** How a person gets a link: by e-mail, or from whoever asked for it; by default by e-mail where the node sends some. */
export interface Delivery {
  readonly by?: 'mail' | 'link' | undefined;
  readonly language?: 'en' | 'pt' | undefined;
}

/** What administrators do with people, on this node or on one that is reached over HTTP. */
export interface PeopleOperations {
  invite(invitation: Invitation, delivery: Delivery): Promise<LinkedPerson>;
  list(): Promise<readonly PersonView[]>;
  /** People are named by their number or their e-mail address. */
  show(id: string): Promise<PersonView>;
  change(
    id: string,
    change: Partial<Invitation> & {
      readonly grants?: readonly Grant[] | undefined;
      readonly state?: 'active' | 'disabled' | undefined;
    },
  ): Promise<PersonView>;
  /** Makes another invitation, or a link to choose another password. */
  link(id: string, delivery: Delivery): Promise<LinkedPerson>;
  signOut(id: string): Promise<void>;
}

/** What people do with links that they were given, and with their own account. */
export interface AccountOperations {
  hasAny(): Promise<boolean>;
  openLink(token: string): Promise<OpenedLink>;
  useLink(token: string, chosen: { readonly password: string; readonly name?: string | undefined }): Promise<void>;
  /** Returns at once; whether there is such a person is not told. */
  askForReset(email: string, address: string): void;
  rename(id: string, name: string): Promise<PersonView>;
  /** All sessions of the person end; returns the person with the stamp of those to come. */
  changePassword(id: string, password: string): Promise<Person>;
}
