import { type MetadataValue, QUALIFIER_NAMES } from '@perene/core/item';
import type { ComponentChildren } from 'preact';
import type { Item } from '../../api/types.ts';
import { titleOf } from '../../collections/title-of.ts';
import { DESCRIPTION } from '../../description/texts.ts';
import { useFormat } from '../../i18n/format.ts';
import { useLanguage, useTexts } from '../../i18n/language.ts';
import { pathTo } from '../../shell/paths.ts';
import { ITEMS } from '../texts.ts';

const Fact = ({ name, children }: { readonly name: string; readonly children: ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const describeQualifiers = (value: MetadataValue, nameOf: (name: string) => string): readonly string[] =>
  QUALIFIER_NAMES.flatMap((name) => (value[name] === undefined ? [] : [`${nameOf(name)}: ${value[name]}`]));

/** Shows the metadata of the work, each value in its language. */
export const ItemMetadata = ({ item }: { readonly item: Item }) => {
  const texts = useTexts(DESCRIPTION);
  const format = useFormat();
  const fields = Object.entries(item.metadata?.fields ?? {});
  if (fields.length === 0) return null;
  return (
    <section aria-label={texts.legend}>
      <h2>{texts.legend}</h2>
      <dl>
        {fields.map(([name, values]) => (
          <Fact key={name} name={texts.fieldName(name)}>
            {values.map((value) => (
              <div key={JSON.stringify(value)} lang={value.language}>
                {value.value}{' '}
                {value.language !== undefined && <span class="faint">({format.language(value.language)})</span>}
                {describeQualifiers(value, texts.qualifierName).map((said) => (
                  <div key={said} class="faint">
                    {said}
                  </div>
                ))}
              </div>
            ))}
          </Fact>
        ))}
      </dl>
    </section>
  );
};

/** Shows labels, dates and rules: all else that the node knows. */
export const ItemFacts = ({ item }: { readonly item: Item }) => {
  const { page, stateHints } = useTexts(ITEMS);
  const format = useFormat();
  const { language } = useLanguage();
  const { access, transfer } = item;
  const networks = access.networks;
  return (
    <section aria-label={page.about}>
      <h2>{page.about}</h2>
      <dl>
        <Fact name={page.state}>{stateHints[item.state]}</Fact>
        <Fact name={page.label}>
          <code>{item.repository}</code>
        </Fact>
        {item.ibips.length > 0 && (
          <Fact name={page.opaqueLabels}>
            <code>{item.ibips.join('\n')}</code>
          </Fact>
        )}
        {item.aliases.length > 0 && (
          <Fact name={page.aliases}>
            <code>{item.aliases.join('\n')}</code>
          </Fact>
        )}
        {item.language !== undefined && <Fact name={page.language}>{format.language(item.language)}</Fact>}
        {item.owner?.name !== undefined && <Fact name={page.owner}>{item.owner.name}</Fact>}
        {item.collections !== undefined && (
          <Fact name={page.collections}>
            {item.collections.map((collection) => (
              <div key={collection.name}>
                <a href={pathTo('collection', { name: collection.name })}>{titleOf(collection, language)}</a>
              </div>
            ))}
          </Fact>
        )}
        {item.opens !== undefined && (
          <Fact name={page.opens}>{item.opens === 'page' ? page.opensPage : page.opensFile}</Fact>
        )}
        <Fact name={page.created}>{format.time(item.created)}</Fact>
        <Fact name={page.updated}>{format.time(item.changed)}</Fact>
        {item.metadata !== undefined && (
          <Fact name={page.metadataLabel}>
            <code>{item.metadata.repository}</code>
          </Fact>
        )}
        {item.copiedFrom !== undefined && (
          <Fact name={page.copiedFrom}>
            <code>{item.copiedFrom}</code>
          </Fact>
        )}
        {transfer !== undefined && (
          <Fact name={page.transfer}>
            {transfer.direction === 'out' ? page.transferOut(transfer.peer) : page.transferIn(transfer.peer)}
          </Fact>
        )}
        {item.content === 'Data' && item.state !== 'Deleted' && (
          <Fact name={page.access}>
            {networks === undefined ? page.everyone : page.onlyFrom(format.list(networks))}
            {'. '}
            {access.fileList === 'closed' ? page.listClosed : page.listOpen}
            {access.description === 'closed' && ` ${page.descriptionClosed}`}
            {access.embargo !== undefined && ` ${page.embargo(format.day(access.embargo))}`}
          </Fact>
        )}
        <Fact name={page.revision}>{format.number(item.revision)}</Fact>
      </dl>
    </section>
  );
};
