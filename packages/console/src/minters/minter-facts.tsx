import type { Minter } from '../api/minters.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { useDigits } from './creating/digits.ts';
import { MINTERS } from './texts.ts';

export const MinterFacts = ({ minter }: { readonly minter: Minter }) => {
  const texts = useTexts(MINTERS);
  const format = useFormat();
  const digits = useDigits();
  const { template, naan, naa, subNaa, bindsAnything, properties, term, contact, statistics } = minter;
  const { remaining, total } = statistics;
  const authority = [naa, subNaa].filter((part) => part !== '').join(', ');
  return (
    <section>
      <h2 class="first">{texts.statistics.title}</h2>
      {total !== undefined && <Share used={statistics.used} total={total} />}
      <dl class="facts">
        <dt>{texts.template}</dt>
        <dd>
          <code>{bindsAnything ? texts.anything : `${naan === '' ? '' : `${naan}/`}${template}`}</code>
        </dd>
        <dt>{texts.properties}</dt>
        <dd>
          <code>{properties}</code>
        </dd>
        <dt>{texts.statistics.mints}</dt>
        <dd>{format.number(statistics.mints)}</dd>
        <dt>{texts.statistics.remaining}</dt>
        <dd>
          {remaining === undefined || total === undefined
            ? texts.unlimited
            : `${digits(remaining)} ${texts.statistics.total} ${digits(total)}`}
        </dd>
        <dt>{texts.statistics.held}</dt>
        <dd>{format.number(statistics.held)}</dd>
        <dt>{texts.statistics.queued}</dt>
        <dd>{format.number(statistics.queued)}</dd>
        <dt>{texts.statistics.rate}</dt>
        <dd>{format.number(statistics.mintsPerDay)}</dd>
        {statistics.exhaustedOn !== undefined && (
          <>
            <dt>{texts.statistics.until}</dt>
            <dd>{format.day(`${statistics.exhaustedOn}T12:00:00`)}</dd>
          </>
        )}
        <dt>{texts.statistics.term}</dt>
        <dd>{texts.statistics.terms[term]}</dd>
        {authority !== '' && (
          <>
            <dt>{texts.statistics.authority}</dt>
            <dd>{authority}</dd>
          </>
        )}
        {contact !== undefined && (
          <>
            <dt>{texts.statistics.createdBy}</dt>
            <dd>{contact}</dd>
          </>
        )}
      </dl>
    </section>
  );
};

/** Shows how much of a namespace is used, as a bar; the figures beside it tell the same. */
const Share = ({ used, total }: { readonly used: number; readonly total: string }) => {
  // Computes whole thousandths, because a total may be larger than any exact number.
  const share = Number((BigInt(used) * 1_000n) / BigInt(total)) / 10;
  return (
    <svg class="share" viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
      <rect class="share-all" width="100" height="2" />
      <rect class="share-used" width={share} height="2" />
    </svg>
  );
};
