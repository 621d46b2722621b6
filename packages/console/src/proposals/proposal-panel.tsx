import { describe } from '@perene/api/words';
import type { ComponentChildren } from 'preact';
import type { Proposal } from '../api/relations.ts';
import { useFormat } from '../i18n/format.ts';
import { useLanguage, useTexts } from '../i18n/language.ts';
import { pathTo } from '../shell/paths.ts';
import { FactList } from '../ui/fact-list.tsx';
import { RELATIONS } from './texts.ts';

/** Shows a proposed link, and what each side shows of it. */
export const ProposalPanel = ({
  proposal,
  children,
}: {
  readonly proposal: Proposal;
  readonly children: ComponentChildren;
}) => {
  const texts = useTexts(RELATIONS);
  const format = useFormat();
  const { language: reader } = useLanguage();
  const { direction, kind, of, item, titleOf, titleItem, language, archive, address, note, who, at, changed } =
    proposal;
  const name = (label: string, title: string | undefined, isHere: boolean) => (
    <>
      {title !== undefined && `${title} `}
      {/* What others hold is found by the resolver. */}
      <a href={isHere ? pathTo('item', { label }) : `/${label}`}>{label}</a>
    </>
  );
  const facts = [
    [texts.language, language === undefined ? undefined : format.language(language)],
    [texts.archive, archive === undefined ? undefined : `${archive} (${address ?? ''})`],
    [texts.note, note === undefined ? undefined : describe(note, reader)],
    [texts.who, who],
    [texts.since, format.time(at)],
    [texts.changed, format.time(changed)],
  ] as const;
  return (
    <article class="archive">
      <h3>
        {texts.kinds[kind]}: {name(item, titleItem, direction === 'out')}
      </h3>
      <p>
        {texts.of} {name(of, titleOf, direction === 'in')}{' '}
        <span class={`state state-${proposal.state}`}>{texts.states[proposal.state]}</span>
      </p>
      <FactList facts={facts} />
      {children}
    </article>
  );
};
