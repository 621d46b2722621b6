import type { MemberArchive } from '../api/federation.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { FactList } from '../ui/fact-list.tsx';
import { FEDERATION } from './texts.ts';

/** Shows what is known of an Archive, and whether it answers. */
export const ArchiveFacts = ({ archive }: { readonly archive: MemberArchive }) => {
  const texts = useTexts(FEDERATION).archives;
  const format = useFormat();
  const {
    service,
    state,
    health,
    address,
    ip,
    number,
    administratorEmail,
    platformVersion,
    registered,
    key,
    witnessed,
  } = archive;
  const facts = [
    [texts.address, address],
    [texts.ip, ip],
    [texts.number, number === undefined ? undefined : format.number(number)],
    [texts.email, administratorEmail],
    [texts.version, platformVersion],
    [texts.key, key],
    [texts.witnessed, witnessed === undefined ? undefined : format.number(witnessed)],
    [texts.asked, format.time(archive.requested)],
    [texts.registered, registered === undefined ? undefined : format.time(registered)],
    [texts.changed, format.time(archive.changed)],
  ] as const;
  return (
    <>
      <h3 class="code">{service}</h3>
      <p>
        <span class={`state state-${state}`}>{texts.states[state]}</span>{' '}
        {health?.kind === 'answering' && <span class="state state-included">{texts.answering}</span>}
        {health?.kind === 'silent' && <span class="state state-silent">{texts.silent}</span>}
        {health?.since !== undefined && health.nextTry !== undefined && (
          <span class="hint"> {texts.since(format.time(health.since), format.time(health.nextTry))}</span>
        )}
      </p>
      <FactList facts={facts} />
    </>
  );
};
