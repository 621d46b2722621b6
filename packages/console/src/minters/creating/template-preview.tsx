import { useTexts } from '../../i18n/language.ts';
import { CREATION } from './creation-texts.ts';
import { useDigits } from './digits.ts';
import { gatherRuns, type MintingPreview, type TemplatePreview } from './preview-template.ts';

const PROPERTIES = [...'GRANITE'];
const ORDER_LETTERS = { random: 'r', sequential: 's', unlimited: 'z' } as const;

/** Shows the first identifiers of a template and how many there are, while it is typed. */
export const TemplateSamples = ({ preview }: { readonly preview: TemplatePreview }) => {
  const texts = useTexts(CREATION).preview;
  const digits = useDigits();
  return (
    <section class="gives" aria-live="polite" aria-label={texts.title}>
      {preview.kind === 'binding' && <p>{texts.binding}</p>}
      {preview.kind === 'minting' && (
        <dl class="facts">
          <dt>{texts.samples}</dt>
          <dd>
            <ul class="samples">
              {preview.samples.map((sample) => (
                <li key={sample}>
                  <code>{sample}</code>
                </li>
              ))}
            </ul>
          </dd>
          <dt>{texts.size}</dt>
          <dd>{preview.total === null ? texts.unlimited : texts.sizeOf(digits(preview.total))}</dd>
        </dl>
      )}
    </section>
  );
};

/** Shows what each letter of a template means, and what its identifiers are good for. */
export const TemplateAnatomy = ({ preview }: { readonly preview: TemplatePreview }) =>
  preview.kind === 'minting' ? (
    <div class="preview">
      <Letters preview={preview} />
      <Properties properties={preview.properties} />
    </div>
  ) : null;

const Letters = ({ preview: { prefix, order, letters } }: { readonly preview: MintingPreview }) => {
  const texts = useTexts(CREATION).preview;
  return (
    <section>
      <h2>{texts.anatomy}</h2>
      <ol class="anatomy">
        {prefix !== '' && (
          <li>
            <code>{prefix}</code> {texts.prefix}
          </li>
        )}
        <li>
          <code>{ORDER_LETTERS[order]}</code> {texts.orders[order]}
        </li>
        {gatherRuns(letters).map((run, index) => (
          <li key={`${run}${index}`}>
            <code>{run}</code>
            <span>
              {run.length > 1 && `${run.length} × `}
              {texts.letters[run.charAt(0)]}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
};

const Properties = ({ properties }: Pick<MintingPreview, 'properties'>) => {
  const texts = useTexts(CREATION).preview;
  return (
    <section>
      <h2>{texts.granite}</h2>
      <ul class="granite">
        {PROPERTIES.map((letter, index) => {
          const applies = properties.charAt(index) !== '-';
          return (
            <li key={letter} class={applies ? 'applies' : 'applies-not'}>
              <span class="mark" aria-hidden="true">
                {applies ? letter : '–'}
              </span>
              <span>
                {texts.graniteLetters[letter]}
                <span class="unseen"> ({applies ? texts.applies : texts.appliesNot})</span>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
