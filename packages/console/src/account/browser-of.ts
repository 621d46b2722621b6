/** Browsers and systems by the words that they call themselves; the first that matches counts. */
const BROWSERS = [
  [/\bEdg\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\//, 'Firefox'],
  [/Chrom(?:e|ium)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone|iPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** Returns "Firefox · Windows"; undefined for a program that calls itself otherwise. */
export const browserOf = (agent: string): string | undefined => {
  const find = (known: readonly (readonly [RegExp, string])[]) => known.find(([word]) => word.test(agent))?.[1];
  return [find(BROWSERS), find(SYSTEMS)].filter((word) => word !== undefined).join(' · ') || undefined;
};
