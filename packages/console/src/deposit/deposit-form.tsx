import { MAX_FILES_PER_ITEM } from '@perene/core/item';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DepositDescription } from '../api/deposit.ts';
import type { Item } from '../api/types.ts';
import { ChooseCollections } from '../collections/choose-collections.tsx';
import { AccessForm } from '../description/access-form.tsx';
import {
  checkFields,
  type Description,
  findWrongNetwork,
  isOpenAccess,
  readAccess,
  readFields,
} from '../description/description.ts';
import { DescriptionForm } from '../description/description-form.tsx';
import { DESCRIPTION } from '../description/texts.ts';
import { addFiles, createDraft } from '../drafts/api.ts';
import { writeContent } from '../drafts/draft-content.ts';
import { DRAFTS } from '../drafts/texts.ts';
import { type ChosenFile, checkFiles, defaultTarget } from '../files/chosen-files.ts';
import { FileChooser } from '../files/file-chooser.tsx';
import { KeptFiles, keptOf } from '../files/kept-files.tsx';
import { useTexts } from '../i18n/language.ts';
import { pathTo } from '../shell/paths.ts';
import { navigate } from '../shell/router.ts';
import { useSession } from '../shell/session.ts';
import { Button } from '../ui/button.tsx';
import { Form, SelectField } from '../ui/field.tsx';
import { ErrorNotice, Notice } from '../ui/notice.tsx';
import { Progress } from '../ui/progress.tsx';
import { useAction } from '../ui/use-action.ts';
import type { Relation } from './drafts.ts';
import { DEPOSIT, type DepositTexts } from './texts.ts';
import { useAutosave } from './use-autosave.ts';
import { useDeposit } from './use-deposit.ts';

/** The first content of the form. */
export interface Beginning {
  readonly description: Description;
  readonly target: string;
  readonly draftId: string | undefined;
  /** The edition before, whose files the new one keeps unless they are left out. */
  readonly before?: Item;
  readonly leftOut?: readonly string[] | undefined;
}

/** The languages that a new translation may not be in; undefined if the new item is not a translation. */
export type TakenLanguages = readonly string[] | undefined;

const languageProblem = (language: string, taken: TakenLanguages, texts: DepositTexts): string | undefined => {
  if (taken === undefined) return undefined;
  if (language === '') return texts.translation.languageMissing;
  return taken.includes(language) ? texts.translation.languageTaken : undefined;
};

const linksOf = (relation: Relation): Pick<DepositDescription, 'editionOf' | 'translationOf'> => {
  switch (relation.kind) {
    case 'edition':
      return { editionOf: relation.of };
    case 'translation':
      return { translationOf: relation.of };
    case 'none':
      return {};
  }
};

/** A missing title is not reported before somebody has had the time to write one. */
const isShownEarly = ([place, problem]: readonly [string, string]): boolean =>
  !(place === 'title/0' && problem === 'metadata/title-missing');

export const DepositForm = ({
  relation,
  beginning,
  takenLanguages,
  onDone,
}: {
  readonly relation: Relation;
  readonly beginning: Beginning;
  readonly takenLanguages?: TakenLanguages;
  readonly onDone: (item: Item) => void;
}) => {
  const texts = useTexts(DEPOSIT);
  const drafts = useTexts(DRAFTS);
  const { client } = useSession();
  const form = useRef<HTMLDivElement>(null);
  const [description, setDescription] = useState(beginning.description);
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [leftOut, setLeftOut] = useState(beginning.leftOut ?? []);
  const [chosenTarget, setTarget] = useState(beginning.target);
  const [isTried, setTried] = useState(false);
  const { state, send, stop } = useDeposit();
  const fileNames = useMemo(() => files.slice(0, 100).map(({ path, file }) => ({ path, bytes: file.size })), [files]);
  const autosave = useAutosave(
    { relation, description, target: chosenTarget, files: fileNames, leftOut },
    beginning.draftId,
  );
  const { before } = beginning;
  const kept = useMemo(() => keptOf(before?.files ?? [], { leftOut, chosen: files }), [before, leftOut, files]);
  const keptFiles =
    before === undefined || kept.length === 0
      ? undefined
      : { of: before.repository, paths: kept.map(({ path }) => path) };

  const problems = useMemo(() => checkFields(description.fields), [description.fields]);
  const shownProblems = isTried ? problems : Object.fromEntries(Object.entries(problems).filter(isShownEarly));
  const keptTable = useMemo(
    () => before && <KeptFiles item={before} kept={kept} leftOut={leftOut} onChange={setLeftOut} />,
    [before, kept, leftOut],
  );
  const paths = useMemo(() => [...kept, ...files].map(({ path }) => path), [kept, files]);
  const fileProblems = useMemo(() => checkFiles(files).size, [files]);
  const target = paths.includes(chosenTarget) ? chosenTarget : defaultTarget(paths);
  const languageError = languageProblem(description.language, takenLanguages, texts);
  const faults =
    Object.keys(problems).length +
    fileProblems +
    [
      paths.length === 0,
      paths.length > MAX_FILES_PER_ITEM,
      languageError !== undefined,
      findWrongNetwork(description.access) !== undefined,
    ].filter(Boolean).length;

  const submit = (): void => {
    setTried(true);
    if (faults > 0) return;
    send({
      files,
      description: {
        metadata: readFields(description.fields),
        ...(description.language !== '' && { language: description.language }),
        target,
        // Where nothing is said, the collections decide.
        ...(isOpenAccess(description.access) ? {} : { access: readAccess(description.access) }),
        ...(description.opens && { opens: description.opens }),
        ...(description.collections && { collections: description.collections }),
        ...linksOf(relation),
        ...(keptFiles && { keptFiles }),
      },
    });
  };
  const keeping = useAction();
  const keep = (): Promise<boolean> =>
    keeping.run(async () => {
      const draft = await createDraft(client, writeContent(linksOf(relation), description, chosenTarget));
      if (paths.length > 0) await addFiles(client, draft.id, files, { keptFiles });
      autosave.forget();
      navigate(pathTo('draft', { id: draft.id }));
    });
  const done = state.kind === 'done' ? state.item : undefined;
  // A deposited item is not a draft any more. The parent decides what is shown next.
  useEffect(() => {
    if (done === undefined) return;
    autosave.forget();
    onDone(done);
  }, [done]);
  const isRefused = isTried && faults > 0;
  // The first wrong field gets the focus, once it is marked.
  useLayoutEffect(() => {
    if (isRefused) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [isRefused]);

  return (
    <div ref={form}>
      <Form onSubmit={submit}>
        {keptTable}
        <FileChooser files={files} isMissing={isTried && kept.length === 0} onChange={setFiles} />
        {paths.length > 1 && <TargetSelect paths={paths} target={target} onChange={setTarget} />}
        <DescriptionForm
          description={description}
          problems={shownProblems}
          languageError={isTried ? languageError : undefined}
          onChange={setDescription}
        />
        <ChooseCollections description={description} isNew onChange={setDescription} />
        <AccessForm access={description.access} onChange={(access) => setDescription({ ...description, access })} />
        {state.kind === 'writing' && state.error !== undefined && <ErrorNotice error={state.error} />}
        {keeping.error !== undefined && <ErrorNotice error={keeping.error} />}
        {isRefused && (
          <Notice kind="wrong">
            <p>{texts.incomplete(faults)}</p>
          </Notice>
        )}
        {state.kind === 'sending' ? (
          <Sending share={state.share} onStop={stop} />
        ) : (
          <p class="buttons">
            <Button kind="primary" type="submit">
              {texts.submit}
            </Button>
            <Button onClick={keep} disabled={keeping.isRunning}>
              {drafts.keep}
            </Button>
            <span class="hint" aria-live="polite">
              {autosave.message}
            </span>
          </p>
        )}
      </Form>
    </div>
  );
};

const Sending = ({ share, onStop }: { readonly share: number; readonly onStop: () => void }) => {
  const texts = useTexts(DEPOSIT);
  return (
    <div>
      <p class="unseen" role="status">
        {share < 1 ? texts.sending : texts.finishing}
      </p>
      <Progress label={share < 1 ? texts.sending : texts.finishing} share={share} />
      <Button onClick={onStop}>{texts.stop}</Button>
    </div>
  );
};

export const TargetSelect = ({
  paths,
  target,
  onChange,
}: {
  readonly paths: readonly string[];
  readonly target: string;
  readonly onChange: (path: string) => void;
}) => {
  const texts = useTexts(DESCRIPTION);
  // There may be thousands of files, and the form is drawn at each key that is typed.
  return useMemo(
    () => (
      <SelectField
        label={texts.target}
        hint={texts.targetHint}
        value={target}
        onChange={onChange}
        choices={paths.map((path) => ({ value: path, text: path }))}
      />
    ),
    [paths, target, texts],
  );
};
