import type { Description } from '../description/description.ts';
import { useFormat } from '../i18n/format.ts';
import { useLanguage, useTexts } from '../i18n/language.ts';
import { useSession } from '../shell/session.ts';
import { CheckField, SelectField } from '../ui/field.tsx';
import { useLoad } from '../ui/load.ts';
import { listCollections } from './api.ts';
import { COLLECTIONS } from './texts.ts';
import { titleOf } from './title-of.ts';

/** Asks which collections an item is in, tells what they give it, and asks what its persistent link opens. */
export const ChooseCollections = ({
  description,
  isNew,
  onChange,
}: {
  readonly description: Description;
  readonly isNew: boolean;
  readonly onChange: (description: Description) => void;
}) => {
  const texts = useTexts(COLLECTIONS);
  const { choose, form } = texts;
  const { language } = useLanguage();
  const format = useFormat();
  const { client } = useSession();
  const { loaded } = useLoad(() => listCollections(client), [client]);
  const offered = loaded.state === 'ready' ? loaded.value : [];
  const chosen = description.collections ?? [];
  return (
    <section aria-label={choose.legend}>
      <h2>{choose.legend}</h2>
      {loaded.state === 'ready' && offered.length === 0 && <p class="hint">{choose.none}</p>}
      <fieldset>
        <legend class="unseen">{choose.legend}</legend>
        {offered.map((collection) => {
          const { license, language: spoken, access } = collection.defaults;
          const said = [
            ...(license === undefined ? [] : [choose.license(license)]),
            ...(spoken === undefined ? [] : [choose.language(format.language(spoken))]),
            ...(access === undefined ? [] : [choose.access]),
          ];
          const isChosen = chosen.includes(collection.name);
          return (
            <CheckField
              key={collection.name}
              label={titleOf(collection, language)}
              hint={isNew && isChosen && said.length > 0 ? choose.gives(format.list(said)) : undefined}
              checked={isChosen}
              onChange={(isIn) =>
                onChange({
                  ...description,
                  collections: isIn ? [...chosen, collection.name] : chosen.filter((name) => name !== collection.name),
                })
              }
            />
          );
        })}
      </fieldset>
      <SelectField
        label={choose.opens}
        hint={choose.opensHint}
        value={description.opens ?? ''}
        onChange={(opens) => onChange({ ...description, opens: opens as Description['opens'] & string })}
        choices={[
          { value: '', text: choose.opensDefault },
          { value: 'file', text: form.opensFile },
          { value: 'page', text: form.opensPage },
        ]}
      />
    </section>
  );
};
