import { useState } from 'preact/hooks';
import { LanguageSelect } from '../description/language-select.tsx';
import { useTexts } from '../i18n/language.ts';
import { Button } from '../ui/button.tsx';
import { CheckField, Form, SelectField, TextArea, TextField } from '../ui/field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import type { Collection, NewCollection } from './api.ts';
import { COLLECTIONS } from './texts.ts';

type Opens = NonNullable<Collection['defaults']['opens']> | '';

/** Asks what is said of a collection, and hands it over as the API takes it. */
export const CollectionForm = ({
  before,
  onSubmit,
}: {
  readonly before: Collection | undefined;
  readonly onSubmit: (collection: NewCollection) => Promise<void>;
}) => {
  const texts = useTexts(COLLECTIONS).form;
  const action = useAction();
  const [name, setName] = useState(before?.name ?? '');
  const [titleEn, setTitleEn] = useState(before?.title.en ?? '');
  const [titlePt, setTitlePt] = useState(before?.title.pt ?? '');
  const [textEn, setTextEn] = useState(before?.description.en ?? '');
  const [textPt, setTextPt] = useState(before?.description.pt ?? '');
  const [isSeries, setSeries] = useState(before?.kind === 'series');
  const [license, setLicense] = useState(before?.defaults.license ?? '');
  const [language, setLanguage] = useState(before?.defaults.language ?? '');
  const [opens, setOpens] = useState<Opens>(before?.defaults.opens ?? '');
  const [isReviewed, setReviewed] = useState(before?.review === 'required');
  const [isTried, setTried] = useState(false);
  const isUntitled = titleEn.trim() === '' && titlePt.trim() === '';
  const submit = async (): Promise<void> => {
    setTried(true);
    if (isUntitled) return;
    const access = before?.defaults.access;
    await action.run(() =>
      onSubmit({
        name: name.trim(),
        title: { en: titleEn, pt: titlePt },
        description: { en: textEn, pt: textPt },
        kind: isSeries ? 'series' : 'collection',
        review: isReviewed ? 'required' : 'none',
        defaults: {
          ...(license.trim() !== '' && { license: license.trim() }),
          ...(language !== '' && { language }),
          ...(opens !== '' && { opens }),
          ...(access && { access }),
        },
      }),
    );
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        label={texts.titleEn}
        value={titleEn}
        onChange={setTitleEn}
        error={isTried && isUntitled ? texts.titleMissing : undefined}
      />
      <TextField label={texts.titlePt} value={titlePt} onChange={setTitlePt} />
      <TextField
        label={texts.name}
        hint={before === undefined ? texts.nameHint : `${texts.nameHint} ${texts.renamed}`}
        isCode
        value={name}
        onChange={setName}
        autocomplete="off"
      />
      <TextArea label={texts.descriptionEn} hint={texts.descriptionHint} value={textEn} onChange={setTextEn} />
      <TextArea label={texts.descriptionPt} value={textPt} onChange={setTextPt} />
      <CheckField label={texts.series} hint={texts.seriesHint} checked={isSeries} onChange={setSeries} />
      <CheckField label={texts.review} hint={texts.reviewHint} checked={isReviewed} onChange={setReviewed} />
      <h2>{texts.defaults}</h2>
      <TextField label={texts.license} hint={texts.licenseHint} value={license} onChange={setLicense} />
      <LanguageSelect label={texts.language} none={texts.noLanguage} value={language} onChange={setLanguage} />
      <SelectField
        label={texts.opens}
        hint={texts.opensHint}
        value={opens}
        onChange={(chosen) => setOpens(chosen as Opens)}
        choices={[
          { value: '', text: texts.opensNode },
          { value: 'file', text: texts.opensFile },
          { value: 'page', text: texts.opensPage },
        ]}
      />
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      <p class="buttons">
        <Button kind="primary" type="submit" disabled={action.isRunning}>
          {before === undefined ? texts.submitNew : texts.submitEdit}
        </Button>
      </p>
    </Form>
  );
};
