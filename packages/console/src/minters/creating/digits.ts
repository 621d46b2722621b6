import { LOCALES, useLanguage } from '../../i18n/language.ts';

/** Writes whole numbers of any size, given as exact digits or bigints, as people of this place do. */
export const useDigits = (): ((digits: string | bigint | number) => string) => {
  const { language } = useLanguage();
  const format = new Intl.NumberFormat(LOCALES[language]);
  return (digits) => format.format(BigInt(digits));
};
