import { useState } from 'preact/hooks';
import { useLanguage, useTexts } from '../i18n/language.ts';
import type { PageProps } from '../shell/pages.ts';
import { pathTo } from '../shell/paths.ts';
import { navigate } from '../shell/router.ts';
import { useSession } from '../shell/session.ts';
import { SHELL } from '../shell/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Heading } from '../ui/heading.tsx';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading } from '../ui/notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { type Collection, deleteCollection, editCollection, type NewCollection, showCollection } from './api.ts';
import { CollectionForm } from './collection-form.tsx';
import { COLLECTIONS } from './texts.ts';
import { titleOf } from './title-of.ts';

const EditCollectionPage = ({ parameters }: PageProps) => {
  const texts = useTexts(COLLECTIONS);
  const { client } = useSession();
  const name = parameters['name'] ?? '';
  const { loaded, reload } = useLoad(() => showCollection(client, name), [client, name]);
  return (
    <div class="form">
      <Heading title={texts.form.titleEdit} />
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' && <EditCollection collection={loaded.value} />}
    </div>
  );
};

export default EditCollectionPage;

const EditCollection = ({ collection }: { readonly collection: Collection }) => {
  const texts = useTexts(COLLECTIONS);
  const { cancel } = useTexts(SHELL);
  const { language } = useLanguage();
  const { client } = useSession();
  const toast = useToast();
  const action = useAction();
  const [isDeleting, setDeleting] = useState(false);
  const save = async (change: NewCollection): Promise<void> => {
    const { name } = await editCollection(client, collection, change);
    toast(texts.form.saved);
    navigate(pathTo('collection', { name }));
  };
  const remove = async (): Promise<void> => {
    setDeleting(false);
    if (!(await action.run(() => deleteCollection(client, collection.name)))) return;
    toast(texts.delete.done);
    navigate(pathTo('collections'));
  };
  return (
    <>
      <CollectionForm before={collection} onSubmit={save} />
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      <p>
        <Button kind="danger" onClick={() => setDeleting(true)}>
          {texts.delete.button}
        </Button>
      </p>
      {isDeleting && (
        <Dialog title={texts.delete.title(titleOf(collection, language))} onClose={() => setDeleting(false)}>
          <p>{texts.delete.text}</p>
          <div class="buttons">
            <Button kind="danger" onClick={remove}>
              {texts.delete.button}
            </Button>
            <Button onClick={() => setDeleting(false)}>{cancel}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
};
