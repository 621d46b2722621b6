import { useState } from 'preact/hooks';
import type { Item } from '../api/types.ts';
import { EMPTY_DESCRIPTION } from '../description/description.ts';
import { useTexts } from '../i18n/language.ts';
import type { PageProps } from '../shell/pages.ts';
import { pathTo } from '../shell/paths.ts';
import { navigate } from '../shell/router.ts';
import { useSession } from '../shell/session.ts';
import { Heading } from '../ui/heading.tsx';
import { Notice } from '../ui/notice.tsx';
import { DepositForm } from './deposit-form.tsx';
import { Deposited } from './deposited.tsx';
import { DraftNotice } from './draft-notice.tsx';
import { findDraft, readDrafts } from './drafts.ts';
import { DEPOSIT } from './texts.ts';

const DepositPage = ({ query }: PageProps) => {
  const [item, setItem] = useState<Item>();
  // Each deposit has a new form.
  const [turn, setTurn] = useState(0);
  const another = (): void => {
    setItem(undefined);
    setTurn(turn + 1);
    navigate(pathTo('deposit'), { replace: true });
  };
  if (item !== undefined) return <Deposited item={item} onAnother={another} />;
  return <NewDeposit key={turn} draftId={turn === 0 ? (query.get('draft') ?? '') : ''} onDone={setItem} />;
};

export default DepositPage;

const NewDeposit = ({ draftId, onDone }: { readonly draftId: string; readonly onDone: (item: Item) => void }) => {
  const texts = useTexts(DEPOSIT);
  const { principal } = useSession();
  const [draft] = useState(() => findDraft(principal.id, draftId));
  const [others] = useState(() => readDrafts(principal.id).length);
  const beginning = {
    description: draft?.description ?? EMPTY_DESCRIPTION,
    target: draft?.target ?? '',
    draftId: draft?.id,
  };
  return (
    <div class="form">
      <Heading title={texts.title} />
      <p class="introduction">{texts.introduction}</p>
      {draft !== undefined && <DraftNotice draft={draft} />}
      {draft === undefined && others > 0 && (
        <Notice kind="note">
          <p>
            <a href={pathTo('drafts')}>{texts.draftsWait(others)}</a>
          </p>
        </Notice>
      )}
      <DepositForm relation={{ kind: 'none' }} beginning={beginning} onDone={onDone} />
    </div>
  );
};
