import type { ResolutionSchema } from '../views/federation/resolution.ts';
import type { View } from '../views/view.ts';
import type { None } from './parameters.ts';

/** The steps of a resolution: why an Archive was asked, why it did not answer, and what was decided. */
export interface TraceParameters {
  'resolver-asked': { readonly resolver: string };
  'may-be-here': None;
  'answered-before': None;
  'digest-names-it': None;
  'may-hold-original': None;
  'nobody-else-has-it': None;
  'may-have-alias': None;
  'may-have-new-alias': None;
  'keeps-original': { readonly label: string };
  'no-time-left': None;
  'silent-lately': None;
  'no-usable-answer': None;
  'holdings-unknown': None;
  'switched-off': { readonly since: string };
  'alternative-tried': { readonly label: string };
  'alias-here': { readonly label: string };
  'alias-found': { readonly alias: string; readonly label: string };
  'aliases-unknown': { readonly address: string };
  'alias-invented': { readonly address: string; readonly label: string };
  'copy-overruled': { readonly address: string; readonly label: string };
  'alias-nowhere': { readonly alias: string };
  'passed-over': { readonly label: string };
  'copies-only': None;
  'part-missing': { readonly what: 'file' | 'metadata' | 'document' };
  'url-unusable': { readonly address: string };
  'pairs-left-out': { readonly address: string; readonly pairs: readonly UnreadPair[] };
  'leads-on': { readonly label: string; readonly to: string };
  'copy-altered': { readonly address: string };
  'url-given': { readonly address: string; readonly url: string };
  'removed-everywhere': None;
  'held-nowhere': None;
  'reserved-there': { readonly address: string };
  'translation-missing': { readonly language: string };
  'answer-missing': None;
  'not-resolved': { readonly outcome: View<typeof ResolutionSchema>['outcome'] };
}

interface UnreadPair {
  readonly name: string;
  readonly problem: string;
  readonly expected: string;
}
