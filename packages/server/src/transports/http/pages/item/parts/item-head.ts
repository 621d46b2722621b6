import { documentPath, issueDate, METADATA_FIELD_NAMES, type Metadata, metadataField } from '@perene/core/item';
import { langAttribute } from '../../format.ts';
import { type Html, html, joinHtml } from '../../html.ts';
import { renderIcon } from '../../style/icons.ts';
import type { ShownItem, Visitor } from '../shown-item.ts';
import { renderPeople } from './item-people.ts';
import { listTranslations } from './item-versions.ts';

/** Renders what the item is, who made it, and how to open it. */
export const renderHead = (
  { shown, isOpened }: { readonly shown: ShownItem; readonly isOpened: boolean },
  fields: Metadata,
  visitor: Visitor,
): Html => {
  const { item, title, mayRead, isDescriptionClosed } = shown;
  const { texts } = visitor;
  const facts = listFacts(shown, fields, visitor);
  const titles = (fields['title'] ?? []).filter(({ value }) => value !== title);
  return html`<div class="head"><ul class="chips">${listChips(shown, fields, visitor)}</ul>
<h1${langAttribute(titleLanguage(fields, title) ?? item.language)}>${title}</h1>
${titles.map(({ value, language: tag }) => html`<p class="other-title"${langAttribute(tag)}>${value}</p>`)}
${renderPeople(fields, visitor)}
${facts.length > 0 && html`<p class="facts">${joinHtml(facts, ' · ')}</p>`}
${mayRead && renderActions(shown, { isOpened }, visitor)}
${!mayRead && !isDescriptionClosed && html`<p class="notice">${shown.embargo === undefined ? texts.item.restricted : texts.item.embargoed(visitor.format.day(shown.embargo))}</p>`}
${isDescriptionClosed && html`<p class="notice">${texts.item.undescribed}</p>`}</div>`;
};

const listChips = (
  { item, isDescriptionClosed, embargo }: ShownItem,
  fields: Metadata,
  { texts, format }: Visitor,
): readonly Html[] => {
  const { all, last } = item.editions;
  const chips = [
    ...(fields['type'] ?? []).map(
      ({ value, language }) => html`<li class="chip strong"${langAttribute(language)}>${value}</li>`,
    ),
    !isDescriptionClosed &&
      html`<li class="chip strong">${embargo !== undefined ? texts.item.embargoUntil(format.day(embargo)) : item.access.networks === undefined ? texts.item.openAccess : texts.item.restrictedAccess}</li>`,
    html`<li class="chip">${item.state === 'Copy' ? texts.item.copy : texts.item.original}</li>`,
    last !== undefined &&
      all.length > 1 &&
      html`<li class="chip">${texts.editions.count(format.number(all.indexOf(item.repository) + 1), format.number(all.length))}</li>`,
  ];
  return chips.filter((chip) => chip !== false);
};

const listFacts = (shown: ShownItem, fields: Metadata, visitor: Visitor): readonly Html[] => {
  const { texts, format } = visitor;
  const { item } = shown;
  const date = issueDate(fields);
  const language = item.language ?? fields['language']?.[0]?.value;
  const others = listTranslations(shown, visitor);
  const also = others.length > 0 && html`, ${texts.translations.also} ${joinHtml(others, ', ')}`;
  return [
    ...(date === undefined ? [] : [html`<span>${format.written(date)}</span>`]),
    ...METADATA_FIELD_NAMES.filter((name) => name !== 'type').flatMap((name) => {
      const { headline } = metadataField(name);
      if (headline === undefined) return [];
      const before = headline === 'name-and-text' ? `${texts.fieldName(name)} ` : '';
      return (fields[name] ?? []).map(
        ({ value, language: tag }) => html`<span${langAttribute(tag)}>${before}${value}</span>`,
      );
    }),
    ...(language === undefined ? [] : [html`<span>${format.language(language)}${also}</span>`]),
  ];
};

const titleLanguage = (fields: Metadata, title: string): string | undefined =>
  fields['title']?.find(({ value }) => value === title)?.language;

const renderActions = (
  { item }: ShownItem,
  { isOpened }: { readonly isOpened: boolean },
  { texts, format }: Visitor,
): Html => {
  const target = item.files.find(({ path }) => path === item.target);
  const open = isOpened && target !== undefined ? documentPath(item, target.path) : item.persistentUrl;
  return html`<p class="actions"><a class="action" href="${open}">${renderIcon('open')}${texts.item.open}</a>${
    target !== undefined &&
    html` <a class="action second" href="${documentPath(item, target.path)}" download>${renderIcon('download')}${texts.item.download(format.bytes(target.bytes))}</a>`
  }</p>`;
};
