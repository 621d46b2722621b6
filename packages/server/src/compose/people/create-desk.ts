import type { Settings } from '../../config/settings.ts';
import type { People } from '../../ports/people/people.ts';
import type { PersonMail } from '../../ports/people/person-mail.ts';
import { createDrafts, type DraftNeeds } from '../../services/archive/drafts/create-drafts.ts';
import { createLinkedDrafts } from '../../services/archive/drafts/read-by-link.ts';
import { createTellOfDraft } from '../../services/archive/drafts/tell-of-draft.ts';

/** Where items are written before they are published. */
export const createDesk = (
  { publicUrl, resolverUrl, maxFileBytes }: Pick<Settings, 'publicUrl' | 'resolverUrl' | 'maxFileBytes'>,
  {
    storedPeople: people,
    personMail: mail,
    onError,
    ...needs
  }: Pick<DraftNeeds, 'catalogue' | 'files' | 'archive' | 'clock' | 'secrets' | 'mint'> & {
    readonly storedPeople: People;
    readonly personMail: PersonMail | undefined;
    readonly onError: (error: unknown, what: string) => void;
  },
) => {
  const onMailError = (error: unknown): void => onError(error, 'an e-mail about a draft was not sent');
  const tell = createTellOfDraft({ people, mail, publicUrl, onMailError });
  return {
    drafts: createDrafts({ ...needs, people, tell, maxFileBytes, publicUrl, resolverUrl }),
    linkedDrafts: createLinkedDrafts({ ...needs, resolverUrl }),
  };
};
