import { describe } from '@perene/api/words';
import type { MinterStatistics } from '../api/minters.ts';
import { useFormat } from '../i18n/format.ts';
import { useLanguage } from '../i18n/language.ts';
import { sentence } from '../i18n/sentence.ts';
import { useDigits } from './creating/digits.ts';

/** Returns the reason why somebody should act, if the node reports one. */
export const useWarning = (statistics: MinterStatistics): string | undefined => {
  const { language } = useLanguage();
  const digits = useDigits();
  const format = useFormat();
  const { warning, because, remaining = '0', total = '0', exhaustedOn } = statistics;
  if (warning === undefined) return undefined;
  const parameters = {
    ...because?.parameters,
    remaining: digits(remaining),
    total: digits(total),
    exhaustedOn: exhaustedOn === undefined ? undefined : format.day(`${exhaustedOn}T12:00:00`),
  };
  return sentence(describe({ code: because?.code, parameters, detail: warning }, language));
};

export const Warning = ({ statistics }: { readonly statistics: MinterStatistics }) => {
  const warning = useWarning(statistics);
  return warning === undefined ? null : <span class="warning">{warning}</span>;
};
