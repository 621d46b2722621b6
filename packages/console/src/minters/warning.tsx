import type { MinterStatistics } from '../api/minters.ts';
import { useFormat } from '../i18n/format.ts';
import { useTexts } from '../i18n/language.ts';
import { useDigits } from './digits.ts';
import { MINTERS } from './texts.ts';

/** Why somebody should act, where the node says that somebody should. */
export const useWarning = ({ warning, remaining, total, exhaustedOn }: MinterStatistics): string | undefined => {
  const texts = useTexts(MINTERS).warning;
  const digits = useDigits();
  const format = useFormat();
  if (warning === undefined || remaining === undefined || total === undefined) return undefined;
  if (remaining === '0') return texts.none;
  return exhaustedOn === undefined
    ? texts.few(digits(remaining), digits(total))
    : texts.soon(digits(remaining), format.day(`${exhaustedOn}T12:00:00`));
};

export const Warning = ({ statistics }: { readonly statistics: MinterStatistics }) => {
  const warning = useWarning(statistics);
  return warning === undefined ? null : <span class="warning">{warning}</span>;
};
