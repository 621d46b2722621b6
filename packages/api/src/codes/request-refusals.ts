import type { FieldProblem, None } from './parameters.ts';

/** Refusals of a request over HTTP, whatever it asks for. */
export interface RequestRefusals {
  'request-invalid':
    | { readonly reason: 'schema'; readonly problems: readonly FieldProblem[] }
    | { readonly reason: 'http'; readonly text: string }
    | { readonly reason: 'unknown-protocol' }
    | { readonly reason: 'too-deep'; readonly max: number }
    | { readonly reason: 'key-characters' }
    | { readonly reason: 'archive-address'; readonly text: string }
    | { readonly reason: 'file-not-asked'; readonly index: number }
    | { readonly reason: 'archive-missing'; readonly label: string }
    | { readonly reason: 'same-archive'; readonly origin: string }
    | { readonly reason: 'whole-minters' }
    | { readonly reason: 'no-day'; readonly day: string }
    | { readonly reason: 'days-turned'; readonly from: string; readonly to: string }
    | { readonly reason: 'no-datetime'; readonly text: string }
    | { readonly reason: 'days-many'; readonly most: number }
    | { readonly reason: 'if-match' }
    | { readonly reason: 'labels-or-filter' }
    | { readonly reason: 'two-values' }
    | { readonly reason: 'names-sought' | 'names-changed' }
    | { readonly reason: 'elements-changed'; readonly max: number }
    | { readonly reason: 'table'; readonly line: number; readonly problem: 'header' | 'quote' | 'columns' }
    | { readonly reason: 'index-or-label' }
    | { readonly reason: 'top-without-items' }
    | { readonly reason: 'first-part'; readonly part: string }
    | { readonly reason: 'second-part'; readonly part: string }
    | { readonly reason: 'part-without-name'; readonly part: string }
    | { readonly reason: 'part-not-utf-8'; readonly part: string }
    | { readonly reason: 'part-no-json'; readonly part: string; readonly cause: string }
    | { readonly reason: 'multipart'; readonly cause: string }
    | { readonly reason: 'file-number' };
  'request-repeated': None;
  'request-differs': None;
  'request-too-large':
    | { readonly reason: 'http'; readonly text: string }
    | { readonly reason: 'part'; readonly part: string; readonly max: number }
    | { readonly reason: 'commands'; readonly max: number }
    | { readonly reason: 'line'; readonly max: number };
  'media-type-unsupported':
    | { readonly reason: 'http'; readonly text: string }
    | { readonly reason: 'other'; readonly expected: string };
  'head-too-large': None;
  'request-too-slow': None;
  'address-unknown':
    | { readonly reason: 'address'; readonly method: string; readonly address: string }
    | { readonly reason: 'guide'; readonly page: string };
  'method-not-allowed': { readonly method: string; readonly allowed: string };
  'upload-not-found': { readonly id: string };
  'upload-incomplete': { readonly id: string; readonly missing: number; readonly received: number };
  'upload-offset': { readonly id: string; readonly received: number; readonly offset: number };
  'upload-busy': { readonly id: string };
  'too-many-uploads': { readonly max: number };
  'too-many-waiting': { readonly max: number };
  'tus-version': { readonly version: string };
}
