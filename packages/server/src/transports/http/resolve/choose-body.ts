import { matchLanguage, readLanguagePreference } from '@perene/core/federation';
import { qualityOf } from '../ark/prefers-json.ts';

export type BodyForm = 'html' | 'problem' | 'text';
export type PageLanguage = 'en' | 'pt';

/** Pages for those who name HTML, plain text for those who rank it above JSON, problem details for all others. */
export const chooseBody = (accept: string): BodyForm => {
  const json = Math.max(qualityOf('application/problem+json', accept), qualityOf('application/json', accept));
  const text = qualityOf('text/plain', accept);
  const html = /\bhtml\b/i.test(accept) ? qualityOf('text/html', accept) : 0;
  if (html > 0 && html >= Math.max(json, text)) return 'html';
  return text > json ? 'text' : 'problem';
};

export const chooseLanguage = (acceptLanguage: string): PageLanguage =>
  matchLanguage(readLanguagePreference(acceptLanguage), ['en', 'pt']) === 'pt' ? 'pt' : 'en';
