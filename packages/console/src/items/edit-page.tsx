import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { editItem, type ItemChange, showItem } from '../api/items.ts';
import { codeOf } from '../api/problem.ts';
import type { Item } from '../api/types.ts';
import { ChooseCollections } from '../collections/choose-collections.tsx';
import { TargetSelect } from '../deposit/deposit-form.tsx';
import { AccessForm } from '../description/access-form.tsx';
import {
  changedFields,
  checkFields,
  type Description,
  describeItem,
  findWrongNetwork,
  readAccess,
} from '../description/description.ts';
import { DescriptionForm } from '../description/description-form.tsx';
import { useTexts } from '../i18n/language.ts';
import { allowedActions } from '../shell/actions.ts';
import type { PageProps } from '../shell/pages.ts';
import { pathTo } from '../shell/paths.ts';
import { navigate } from '../shell/router.ts';
import { useSession } from '../shell/session.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Form } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { useLoad } from '../ui/load.ts';
import { ErrorNotice, Loading, Notice } from '../ui/notice.tsx';
import { useToast } from '../ui/toasts.tsx';
import { ITEMS } from './texts.ts';

const EditPage = ({ parameters }: PageProps) => {
  const { edit } = useTexts(ITEMS);
  const { client, principal } = useSession();
  const label = parameters['label'] ?? '';
  const { loaded, reload } = useLoad(() => showItem(client, label), [client, label]);
  return (
    <div class="form">
      <Heading title={edit.title} />
      {loaded.state === 'loading' && <Loading />}
      {loaded.state === 'failed' && <ErrorNotice error={loaded.error} onRetry={reload} />}
      {loaded.state === 'ready' &&
        (allowedActions(loaded.value, principal).includes('edit') ? (
          <EditForm item={loaded.value} onReload={reload} />
        ) : (
          <Notice kind="note">
            <p>{edit.notAllowed}</p>
          </Notice>
        ))}
    </div>
  );
};

export default EditPage;

const namesOf = ({ collections = [] }: Description): string => collections.toSorted().join(' ');

/** Returns only what is different, for the node. */
const changeOf = (item: Item, before: Description, after: Description, target: string): ItemChange => {
  const metadata = changedFields(before.fields, after.fields);
  const access = readAccess(after.access);
  return {
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(after.language !== before.language && { language: after.language === '' ? null : after.language }),
    ...((after.opens ?? '') !== (before.opens ?? '') && { opens: after.opens || null }),
    ...(namesOf(after) !== namesOf(before) && { collections: after.collections ?? [] }),
    ...(target !== item.target && item.files.length > 0 && { target }),
    ...(JSON.stringify(access) !== JSON.stringify(readAccess(before.access)) && { access }),
  };
};

const EditForm = ({ item, onReload }: { readonly item: Item; readonly onReload: () => void }) => {
  const { edit: texts } = useTexts(ITEMS);
  const { client } = useSession();
  const toast = useToast();
  const form = useRef<HTMLDivElement>(null);
  const before = useMemo(() => describeItem(item), [item]);
  const [description, setDescription] = useState(before);
  const [target, setTarget] = useState(item.target ?? '');
  const [error, setError] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const [isTried, setTried] = useState(false);
  const paths = useMemo(() => item.files.map(({ path }) => path), [item]);
  const problems = useMemo(() => checkFields(description.fields), [description.fields]);
  const isWrong = Object.keys(problems).length > 0 || findWrongNetwork(description.access) !== undefined;
  const change = changeOf(item, before, description, target);
  const isUnchanged = Object.keys(change).length === 0;
  const isRefused = isTried && isWrong;
  useLayoutEffect(() => {
    if (isRefused) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [isRefused]);

  const submit = async (): Promise<void> => {
    setTried(true);
    setError(undefined);
    if (isWrong || isUnchanged) return;
    setSaving(true);
    try {
      await editItem(client, item, change);
      toast(texts.saved);
      navigate(pathTo('item', { label: item.repository }));
    } catch (refusal) {
      setError(refusal);
      setSaving(false);
    }
  };
  return (
    <div ref={form}>
      <p class="introduction">{texts.introduction}</p>
      <Form onSubmit={submit}>
        <DescriptionForm description={description} problems={problems} onChange={setDescription} />
        {item.files.length > 1 && <TargetSelect paths={paths} target={target} onChange={setTarget} />}
        <ChooseCollections description={description} isNew={false} onChange={setDescription} />
        <AccessForm access={description.access} onChange={(access) => setDescription({ ...description, access })} />
        {error !== undefined && <ErrorNotice error={error} />}
        {codeOf(error) === 'item-changed' && (
          <p>
            <Button onClick={onReload}>{texts.loadAgain}</Button>
          </p>
        )}
        {isTried && (isWrong || isUnchanged) && (
          <Notice kind="wrong">
            <p>{isWrong ? texts.incomplete : texts.unchanged}</p>
          </Notice>
        )}
        <p class="buttons">
          <Button kind="primary" type="submit" disabled={isSaving}>
            {texts.submit}
          </Button>
          <LinkButton href={pathTo('item', { label: item.repository })}>{texts.back}</LinkButton>
        </p>
      </Form>
    </div>
  );
};
