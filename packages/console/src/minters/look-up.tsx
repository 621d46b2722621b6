import { useState } from 'preact/hooks';
import { findIdentifier, type KnownIdentifier, type MinterSummary } from '../api/minters.ts';
import { useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { Button } from '../ui/button.tsx';
import { Form, TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { checkIdentifier, markCharacter } from './check-identifier.ts';
import { Identifier } from './identifier.tsx';
import { MINTERS } from './texts.ts';

/** Checks an identifier while it is typed, then asks the node for it. */
export const LookUp = ({ minter, mayBind }: { readonly minter: MinterSummary; readonly mayBind: boolean }) => {
  const texts = useTexts(MINTERS).lookUp;
  const { client } = useSession();
  const action = useAction();
  const [typed, setTyped] = useState('');
  const [known, setKnown] = useState<KnownIdentifier>();
  const identifier = typed.trim();
  const load = () =>
    action.run(async () => setKnown(await findIdentifier(client, minter.name, identifier.split('!')[0] ?? '')));
  return (
    <section>
      <h2>{texts.title}</h2>
      <Form onSubmit={() => void (identifier !== '' && load())}>
        <TextField
          label={texts.identifier}
          hint={texts.hint}
          value={typed}
          onChange={(text) => {
            setTyped(text);
            setKnown(undefined);
          }}
          isCode
          autocomplete="off"
        />
        <div aria-live="polite">{identifier !== '' && <Check identifier={identifier} minter={minter} />}</div>
        <div class="buttons">
          <Button type="submit" disabled={action.isRunning}>
            {texts.submit}
          </Button>
        </div>
      </Form>
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      {known !== undefined && (
        <Identifier minter={minter} known={known} typed={identifier} mayBind={mayBind} onChange={load} />
      )}
    </section>
  );
};

const Check = ({ identifier, minter }: { readonly identifier: string; readonly minter: MinterSummary }) => {
  const texts = useTexts(MINTERS).lookUp;
  const refused = checkIdentifier(identifier, minter);
  if (refused === undefined) return <p class="fits">{texts.fits}</p>;
  const { before, wrong, after } = markCharacter(identifier, refused.position);
  const isTold = refused.problem !== 'noid/check-character' && refused.problem !== 'noid/reserved';
  return (
    <div class="fits-not">
      <p class="code marked">
        {before}
        <mark>{wrong === '' ? '\u00a0' : wrong}</mark>
        {after}
      </p>
      <p>
        {texts.characterAt(String(refused.position + 1))}. {texts.problems[refused.problem]}{' '}
        {isTold && <code>{refused.expected}</code>}
      </p>
    </div>
  );
};
