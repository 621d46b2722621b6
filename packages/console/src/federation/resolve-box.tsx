import { describe, describeMisfit, outcomeTitle } from '@perene/api/words';
import { useState } from 'preact/hooks';
import { type Resolution, type TraceStep, traceResolution } from '../api/federation.ts';
import { useFormat } from '../i18n/format.ts';
import { useLanguage, useTexts } from '../i18n/language.ts';
import { sentence } from '../i18n/sentence.ts';
import { useSession } from '../shell/session.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { FEDERATION } from './texts.ts';

/** Resolves a URL without opening the item, and shows the steps. */
export const ResolveBox = () => {
  const texts = useTexts(FEDERATION).resolve;
  const { client } = useSession();
  const action = useAction();
  const [url, setUrl] = useState('');
  const [isTried, setTried] = useState(false);
  const [resolution, setResolution] = useState<Resolution>();
  const submit = async (): Promise<void> => {
    setTried(true);
    if (url.trim() === '') return;
    setResolution(undefined);
    await action.run(async () => setResolution(await traceResolution(client, url.trim())));
  };
  return (
    <section>
      <h2>{texts.title}</h2>
      <Form onSubmit={submit}>
        <TextField
          label={texts.label}
          hint={texts.hint}
          error={isTried && url.trim() === '' ? texts.missing : undefined}
          value={url}
          onChange={setUrl}
          isCode
          autocomplete="off"
        />
        <Button type="submit" disabled={action.isRunning}>
          {texts.submit}
        </Button>
      </Form>
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      <div aria-live="polite">{resolution !== undefined && <Outcome resolution={resolution} />}</div>
    </section>
  );
};

const Outcome = ({ resolution }: { readonly resolution: Resolution }) => {
  const texts = useTexts(FEDERATION).resolve;
  const { language } = useLanguage();
  const { url, problem, position, expected, steps = [] } = resolution;
  return (
    <div class="panel">
      <h3>{outcomeTitle(resolution, language)}</h3>
      {url !== undefined && (
        <p>
          {texts.opens} <a href={url}>{url}</a>
        </p>
      )}
      {problem !== undefined && position !== undefined && expected !== undefined && (
        <p>{sentence(describeMisfit({ problem, position, expected }, language))}</p>
      )}
      {steps.length > 0 && (
        <>
          <h4>{texts.steps}</h4>
          <ol class="steps">
            {steps.map((step, index) => (
              <li key={index} class={`step-${step.kind}`}>
                <Step step={step} />
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
};

const Step = ({ step }: { readonly step: TraceStep }) => {
  const texts = useTexts(FEDERATION).resolve;
  const { language } = useLanguage();
  const format = useFormat();
  const milliseconds = (value: number): string => format.number(Math.round(value));
  switch (step.kind) {
    case 'asked':
      return (
        <>
          {texts.asked(step.archive.address)}: {describe({ ...step, detail: step.why }, language)}
          <Message text={step.query} />
        </>
      );
    case 'answered':
      return (
        <>
          {texts.answered(step.archive.address, milliseconds(step.milliseconds))}
          {step.body === '' ? `. ${texts.emptyAnswer}` : <Message text={step.body} />}
        </>
      );
    case 'failed':
      return (
        <>
          {texts.failed(step.archive.address, milliseconds(step.milliseconds))}:{' '}
          {describe({ ...step, detail: step.reason }, language)}
        </>
      );
    case 'decided':
      return (
        <>
          <strong>{texts.decided}</strong>: {describe({ ...step, detail: step.because }, language)}
        </>
      );
  }
};

const Message = ({ text }: { readonly text: string }) => (
  <details>
    <summary>{useTexts(FEDERATION).resolve.message}</summary>
    <pre>{text}</pre>
  </details>
);
