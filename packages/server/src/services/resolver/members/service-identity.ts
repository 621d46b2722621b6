import { type Label, parseIbi, type RepositoryLabel } from '@perene/core';
import { isAnswerAbout } from '@perene/core/federation';
import type { Members } from '../../../ports/federation/members.ts';
import type { IsServiceOf } from '../asking/searching/read-list.ts';

/**
 * Decision 44: a member that was registered by an IBIp may answer by a repository name. The first name that it gives is
 * kept, and an answer with another name counts as someone else's.
 */
export const openServiceIdentity = async ({
  members,
  onError,
}: {
  readonly members: Pick<Members, 'pinnedNames' | 'pinName'>;
  readonly onError: (error: unknown) => void;
}): Promise<IsServiceOf> => {
  const names = new Map(await members.pinnedNames());
  const pin = async (service: Label, repository: RepositoryLabel): Promise<void> => {
    names.set(service, await members.pinName(service, repository));
  };
  return (service, forms) => {
    const label = parseIbi(service);
    if (!label.ok || !isAnswerAbout(forms, label.value)) return false;
    if (label.value.form === 'repository' || forms.repository === undefined) return true;
    const { text } = forms.repository;
    const known = names.get(service);
    if (known !== undefined) return known === text;
    names.set(service, text);
    pin(service, text).catch(onError);
    return true;
  };
};
