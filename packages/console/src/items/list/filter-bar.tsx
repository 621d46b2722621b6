import type { ItemPage } from '@perene/api';
import { parseIbi } from '@perene/core';
import { useState } from 'preact/hooks';
import { useFormat } from '../../i18n/format.ts';
import { useTexts } from '../../i18n/language.ts';
import { pathTo } from '../../shell/paths.ts';
import { navigate } from '../../shell/router.ts';
import { useSession } from '../../shell/session.ts';
import { Button } from '../../ui/button.tsx';
import { type Choice, Form, SelectField, TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icons/icon.tsx';
import { addressOf, type Filter, type FilterName, isNarrowed, ORDERS } from './filter.ts';
import { LIST } from './texts.ts';

type Facets = NonNullable<ItemPage['found']>['facets'];

const FACETS = ['type', 'year', 'language', 'licence', 'collection'] as const;

/** Searches for words, and narrows and sorts the list; a label leads straight to its item. */
export const FilterBar = ({ filter, facets }: { readonly filter: Filter; readonly facets: Facets | undefined }) => {
  const texts = useTexts(LIST);
  const format = useFormat();
  const { principal } = useSession();
  const set = (name: FilterName, value: string): void => navigate(addressOf({ ...filter, [name]: value }));
  const nameOf = (facet: (typeof FACETS)[number], value: string): string => {
    if (facet === 'language') return format.language(value);
    return facet === 'type' ? (texts.kinds[value] ?? value) : value;
  };
  const choicesOf = (facet: (typeof FACETS)[number]): readonly Choice[] => {
    const found = facets?.[facet] ?? [];
    const chosen = filter[facet] ?? '';
    const values =
      found.some(({ value }) => value === chosen) || chosen === ''
        ? []
        : [{ value: chosen, text: nameOf(facet, chosen) }];
    const counted = found.map(({ value, count }) => ({
      value,
      text: `${nameOf(facet, value)} (${format.number(count)})`,
    }));
    return [{ value: '', text: texts.any }, ...values, ...counted];
  };
  return (
    <search>
      <Words key={filter.q ?? ''} filter={filter} />
      <div class="pills">
        <SelectField
          label={texts.state}
          value={filter.state ?? ''}
          onChange={(state) => set('state', state)}
          choices={[
            { value: '', text: texts.states.kept },
            ...STATES.map((value) => ({ value, text: texts.states[value] })),
          ]}
        />
        {FACETS.map((facet) => (
          <SelectField
            key={facet}
            label={texts.facets[facet]}
            value={filter[facet] ?? ''}
            onChange={(value) => set(facet, value)}
            choices={choicesOf(facet)}
          />
        ))}
        <SelectField
          label={texts.owner}
          value={filter.owner ?? ''}
          onChange={(owner) => set('owner', owner)}
          choices={[
            { value: '', text: texts.anybody },
            ...(principal.person === undefined ? [] : [{ value: 'me', text: texts.mine }]),
            { value: 'none', text: texts.nobody },
            ...(['', 'me', 'none'].includes(filter.owner ?? '')
              ? []
              : [{ value: filter.owner ?? '', text: texts.somebody }]),
          ]}
        />
        <SelectField
          label={texts.order}
          value={filter.sort ?? ''}
          onChange={(sort) => set('sort', sort)}
          choices={[
            { value: '', text: filter.q === undefined ? texts.orders.newest : texts.orders.relevance },
            ...ORDERS.filter((order) => order !== 'newest' || filter.q !== undefined).map((value) => ({
              value,
              text: texts.orders[value],
            })),
          ]}
        />
        {isNarrowed(filter) && (
          <a class="widen" href={addressOf({ sort: filter.sort ?? '' })}>
            {texts.clear}
          </a>
        )}
      </div>
    </search>
  );
};

const STATES = ['original', 'copy', 'withdrawn', 'removed', 'all'] as const;

const Words = ({ filter }: { readonly filter: Filter }) => {
  const texts = useTexts(LIST);
  const [text, setText] = useState(filter.q ?? '');
  const submit = (): void => {
    const sought = text.trim();
    const label = parseIbi(sought);
    navigate(label.ok ? pathTo('item', { label: label.value.text }) : addressOf({ ...filter, q: sought }));
  };
  return (
    <Form onSubmit={submit}>
      <div class="search">
        <TextField
          type="search"
          label={texts.search}
          isLabelHidden
          placeholder={texts.placeholder}
          value={text}
          onChange={setText}
        />
        <Button type="submit">
          <Icon name="search" />
          {texts.submit}
        </Button>
      </div>
    </Form>
  );
};
