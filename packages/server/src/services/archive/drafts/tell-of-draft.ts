import { mayReview } from '@perene/api';
import type { StoredDraft } from '../../../ports/archive/desk/drafts.ts';
import type { People, Person } from '../../../ports/people/people.ts';
import type { PersonMail } from '../../../ports/people/person-mail.ts';
import { summarizeDraft } from './view-draft.ts';

const MAX_LETTERS = 50;

/** Tells people what became of drafts; where no e-mails are sent, the desk shows it. */
export interface TellOfDraft {
  sent(draft: StoredDraft, collections: readonly string[]): Promise<void>;
  returned(draft: StoredDraft, comment: string): Promise<void>;
  published(draft: StoredDraft, persistentUrl: string): Promise<void>;
}

export const createTellOfDraft = ({
  people,
  mail,
  publicUrl,
  onMailError,
}: {
  readonly people: Pick<People, 'find' | 'list'>;
  readonly mail: PersonMail | undefined;
  readonly publicUrl: string;
  readonly onMailError: (error: unknown) => void;
}): TellOfDraft => {
  /** Nobody waits for letters. */
  const write = (
    readers: readonly Person[],
    letter: Omit<Parameters<PersonMail['sendDraftNews']>[0], 'to' | 'name'>,
  ) => {
    for (const { email: to, name } of readers.slice(0, MAX_LETTERS)) {
      mail?.sendDraftNews({ to, name, ...letter }).catch(onMailError);
    }
  };
  const findOwner = async ({ owner }: StoredDraft): Promise<readonly Person[]> => {
    const person = owner === undefined ? undefined : await people.find(owner);
    return person?.state === 'active' ? [person] : [];
  };
  const titleOf = (draft: StoredDraft): string => summarizeDraft(draft, undefined, '').title ?? draft.id;
  const linkTo = ({ id }: StoredDraft): string => `${publicUrl}/console/drafts/${id}`;
  return {
    async sent(draft, collections) {
      if (mail === undefined) return;
      const isReviewer = ({ state, grants }: Person): boolean =>
        state === 'active' && collections.some((name) => mayReview({ role: 'reader', grants }, name));
      write((await people.list()).filter(isReviewer), { kind: 'sent', title: titleOf(draft), link: linkTo(draft) });
    },
    async returned(draft, comment) {
      write(await findOwner(draft), { kind: 'returned', title: titleOf(draft), link: linkTo(draft), comment });
    },
    async published(draft, link) {
      write(await findOwner(draft), { kind: 'published', title: titleOf(draft), link });
    },
  };
};
