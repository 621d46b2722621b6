import { useState } from 'preact/hooks';
import type { Item } from '../api/types.ts';
import { Deposited } from '../deposit/deposited.tsx';
import { useTexts } from '../i18n/language.ts';
import type { PageProps } from '../shell/pages.ts';
import { pathTo } from '../shell/paths.ts';
import { navigate } from '../shell/router.ts';
import { useSession } from '../shell/session.ts';
import { Heading } from '../ui/heading.tsx';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading, Notice } from '../ui/notice.tsx';
import { type Draft, showDraft } from './api.ts';
import { DraftReview } from './draft-review.tsx';
import { DRAFTS } from './texts.ts';
import { WriteDraft } from './write-draft.tsx';

const DraftPage = ({ parameters }: PageProps) => {
  const texts = useTexts(DRAFTS);
  const { client } = useSession();
  const id = parameters['id'] ?? '';
  const { loaded, reload } = useLoad(() => showDraft(client, id), [client, id]);
  const [item, setItem] = useState<Item>();
  if (item !== undefined) return <Deposited item={item} onAnother={() => navigate(pathTo('deposit'))} />;
  return (
    <div class="form">
      {loaded.state !== 'ready' && <Heading title={texts.draft} />}
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && <Shown draft={loaded.value} onPublished={setItem} onReload={reload} />}
    </div>
  );
};

export default DraftPage;

interface ShownProps {
  readonly draft: Draft;
  readonly onPublished: (item: Item) => void;
  readonly onReload: () => void;
}

const Shown = (props: ShownProps) => {
  const texts = useTexts(DRAFTS);
  const { state, label } = props.draft;
  if (state === 'open') return <WriteDraft {...props} />;
  if (state === 'review') return <DraftReview {...props} />;
  return (
    <>
      <Heading title={texts.draft} />
      <Notice kind="note">
        <p>{state === 'published' ? texts.published : texts.discarded}</p>
        {state === 'published' && label && (
          <p>
            <a href={pathTo('item', { label: label.repository })}>{texts.seeItem}</a>
          </p>
        )}
      </Notice>
    </>
  );
};
