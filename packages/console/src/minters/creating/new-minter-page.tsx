import '../../ui/styles/running.css';
import type { MinterTerm } from '@perene/core/noid';
import { useState } from 'preact/hooks';
import { createMinter } from '../../api/minters.ts';
import { useTexts } from '../../i18n/language.ts';
import { pathTo } from '../../shell/paths.ts';
import { navigate } from '../../shell/router.ts';
import { useSession } from '../../shell/session.ts';
import { Button } from '../../ui/button.tsx';
import { Form, SelectField, TextArea, TextField } from '../../ui/field.tsx';
import { Heading } from '../../ui/heading.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { MINTERS } from '../texts.ts';
import { CREATION, type CreationTexts } from './creation-texts.ts';
import { previewTemplate, type TemplatePreview } from './preview-template.ts';
import { TemplateAnatomy, TemplateSamples } from './template-preview.tsx';

const TERMS: readonly MinterTerm[] = ['long', 'medium', 'short'];
const EMPTY = {
  name: '',
  template: 'f5.reedeedk',
  term: 'medium' as MinterTerm,
  naan: '',
  naa: '',
  subNaa: '',
  policy: '',
};

type Draft = typeof EMPTY;

const isName = (name: string): boolean => /^[a-z0-9_-]{1,63}$/.test(name);

const isAuthorityMissing = ({ term, naan, naa, subNaa }: Draft): boolean =>
  term === 'long' && (!/\d{5}/.test(naan) || naa.trim() === '' || subNaa.trim() === '');

const templateError = (preview: TemplatePreview, texts: CreationTexts['preview']): string | undefined =>
  preview.kind === 'refused' ? (texts.problems[preview.refused.problem] ?? texts.otherProblem) : undefined;

/** Tries a template out while it is typed. A minter, once created, stays. */
const NewMinterPage = () => {
  const { creation, preview: previewTexts } = useTexts(CREATION);
  const { terms } = useTexts(MINTERS).statistics;
  const { client } = useSession();
  const toast = useToast();
  const [draft, setDraft] = useState(EMPTY);
  const [isTried, setTried] = useState(false);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<unknown>();
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const preview = previewTemplate(draft.template, draft);
  const problem = templateError(preview, previewTexts);

  const submit = async (): Promise<void> => {
    setTried(true);
    if (isSending || problem !== undefined || !isName(draft.name) || isAuthorityMissing(draft)) return;
    setSending(true);
    setError(undefined);
    try {
      await createMinter(client, draft);
      toast(creation.created(draft.name));
      navigate(pathTo('minter', { name: draft.name }));
    } catch (refused) {
      setError(refused);
      setSending(false);
    }
  };

  return (
    <>
      <Heading title={creation.title} />
      <p class="introduction">{creation.introduction}</p>
      <div class="halves">
        <Form onSubmit={submit}>
          <TextField
            label={creation.name}
            hint={creation.nameHint}
            error={isTried && !isName(draft.name) ? creation.nameWrong : undefined}
            value={draft.name}
            onChange={(name) => change({ name })}
            isCode
            autocomplete="off"
          />
          <TextField
            label={creation.template}
            hint={creation.templateHint}
            error={problem}
            value={draft.template}
            onChange={(template) => change({ template })}
            isCode
            autocomplete="off"
          />
          <TemplateSamples preview={preview} />
          <Presets onChoose={(template) => change({ template })} />
          <SelectField
            label={creation.term}
            value={draft.term}
            onChange={(term) => change({ term: term as MinterTerm })}
            choices={TERMS.map((term) => ({ value: term, text: terms[term] }))}
          />
          <TextField
            label={creation.naan}
            hint={creation.naanHint}
            error={isTried && isAuthorityMissing(draft) ? creation.authorityMissing : undefined}
            value={draft.naan}
            onChange={(naan) => change({ naan })}
            isCode
            autocomplete="off"
          />
          <TextField
            label={creation.naa}
            hint={creation.naaHint}
            value={draft.naa}
            onChange={(naa) => change({ naa })}
          />
          <TextField
            label={creation.subNaa}
            hint={creation.subNaaHint}
            value={draft.subNaa}
            onChange={(subNaa) => change({ subNaa })}
          />
          <TextArea label={creation.policy} value={draft.policy} onChange={(policy) => change({ policy })} rows={3} />
          {error !== undefined && <ErrorNotice error={error} />}
          <div class="buttons">
            <Button kind="primary" type="submit" disabled={isSending}>
              {creation.submit}
            </Button>
          </div>
        </Form>
        <TemplateAnatomy preview={preview} />
      </div>
    </>
  );
};

const Presets = ({ onChoose }: { readonly onChoose: (template: string) => void }) => {
  const { examples, presets } = useTexts(CREATION).creation;
  return (
    <div class="presets">
      <p class="hint">{examples}</p>
      <ul>
        {Object.entries(presets).map(([template, meaning]) => (
          <li key={template}>
            <Button kind="quiet" onClick={() => onChoose(template)}>
              {template}
            </Button>{' '}
            <span class="hint">{meaning}</span>
          </li>
        ))}
      </ul>
    </div>
  );
};

export default NewMinterPage;
