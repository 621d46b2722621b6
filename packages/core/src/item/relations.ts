/**
 * The available languages that meet the one that is asked for: that language itself; or else its varieties (`pt-BR`
 * meets `pt`); or else the language it is a variety of (`pt` meets `pt-BR`).
 */
export const meetLanguage = (asked: string, available: readonly string[]): readonly string[] => {
  if (available.includes(asked)) return [asked];
  const varieties = available.filter((language) => language.startsWith(`${asked}-`));
  if (varieties.length > 0) return varieties;
  return available.filter((language) => asked.startsWith(`${language}-`));
};
