import { useTexts } from '../i18n/language.ts';
import { pathTo } from '../shell/paths.ts';
import { navigate } from '../shell/router.ts';
import { useSession } from '../shell/session.ts';
import { Heading } from '../ui/heading.tsx';
import { useToast } from '../ui/toasts.tsx';
import { createCollection, type NewCollection } from './api.ts';
import { CollectionForm } from './collection-form.tsx';
import { COLLECTIONS } from './texts.ts';

const NewCollectionPage = () => {
  const texts = useTexts(COLLECTIONS);
  const { client } = useSession();
  const toast = useToast();
  const create = async (collection: NewCollection): Promise<void> => {
    const { name } = await createCollection(client, collection);
    toast(texts.form.made);
    navigate(pathTo('collection', { name }));
  };
  return (
    <div class="form">
      <Heading title={texts.form.titleNew} />
      <p class="introduction">{texts.introduction}</p>
      <CollectionForm before={undefined} onSubmit={create} />
    </div>
  );
};

export default NewCollectionPage;
