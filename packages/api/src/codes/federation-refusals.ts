import type { FieldExpectation } from './item-refusals.ts';
import type { FieldProblem, Misfit, None, Said } from './parameters.ts';

/** Refusals between nodes: by other Archives, by resolvers, and by a node that is acted on from afar. */
export interface FederationRefusals {
  'node-unreachable': { readonly url: string; readonly cause: string };
  'node-refused':
    | { readonly reason: 'too-long'; readonly max: number }
    | { readonly reason: 'no-json'; readonly url: string }
    | { readonly reason: 'elsewhere'; readonly url: string; readonly status: number }
    | { readonly reason: 'other-answer' }
    | { readonly reason: 'upload-nowhere' }
    | { readonly reason: 'status'; readonly url: string; readonly status: number }
    | { readonly reason: 'said'; readonly said: Said };
  'peer-refused':
    | { readonly reason: 'status'; readonly origin: string; readonly status: number }
    | { readonly reason: 'media-type'; readonly origin: string; readonly mediaType: string }
    | { readonly reason: 'too-long'; readonly origin: string; readonly max: number }
    | { readonly reason: 'elsewhere'; readonly origin: string; readonly status: number }
    | { readonly reason: 'no-resolver'; readonly origin: string }
    | { readonly reason: 'no-json'; readonly origin: string }
    | { readonly reason: 'no-transfers'; readonly origin: string }
    | { readonly reason: 'no-receipts'; readonly origin: string }
    | { readonly reason: 'no-relations'; readonly origin: string }
    | { readonly reason: 'said'; readonly origin: string; readonly said: Said }
    | { readonly reason: 'in-hand-over'; readonly label: string; readonly to: string; readonly said: Said }
    | ({ readonly reason: 'no-lease'; readonly origin: string } & Misfit)
    | ({ readonly reason: 'unreadable' } & Misfit)
    | { readonly reason: 'pair-unreadable'; readonly name: string; readonly problem: string; readonly expected: string }
    | { readonly reason: 'other-item' }
    | { readonly reason: 'other-service' }
    | { readonly reason: 'digest-room'; readonly service: string }
    | { readonly reason: 'digest-contradicts'; readonly service: string }
    | { readonly reason: 'digest-version'; readonly service: string }
    | { readonly reason: 'digest-endless'; readonly service: string }
    | ({ readonly reason: 'digest-unfit'; readonly service: string } & Misfit);
  'peer-unreachable':
    | { readonly reason: 'not-waited'; readonly origin: string }
    | { readonly reason: 'late'; readonly origin: string; readonly milliseconds: number }
    | { readonly reason: 'slow'; readonly origin: string }
    | { readonly reason: 'silent'; readonly origin: string }
    | { readonly reason: 'failed'; readonly origin: string; readonly cause: string }
    | { readonly reason: 'status'; readonly origin: string; readonly status: number }
    | { readonly reason: 'said'; readonly origin: string; readonly said: Said }
    | { readonly reason: 'no-holder'; readonly label: string; readonly said: Said }
    | { readonly reason: 'resolver-slow' }
    | { readonly reason: 'itself' };
  'peer-not-allowed':
    | { readonly reason: 'private'; readonly host: string; readonly address: string }
    | { readonly reason: 'protocol'; readonly protocol: string };
  'foreign-item-invalid':
    | { readonly reason: 'other-item'; readonly origin: string; readonly label: string; readonly shown: string }
    | { readonly reason: 'field'; readonly path: string; readonly expected: FieldExpectation }
    | ({ readonly reason: 'unfit' } & FieldProblem);
  'transfer-under-way':
    | { readonly reason: 'to'; readonly label: string; readonly to: string }
    | { readonly reason: 'other-name'; readonly label: string };
  'transfer-settled': { readonly label: string };
  'transfer-in-doubt':
    | { readonly reason: 'silent'; readonly label: string; readonly to: string }
    | { readonly reason: 'undecided'; readonly label: string; readonly to: string }
    | { readonly reason: 'no-receipt'; readonly label: string; readonly to: string }
    | { readonly reason: 'unreachable'; readonly label: string; readonly to: string; readonly said: Said };
  'transfer-unproved':
    | { readonly reason: 'signature'; readonly label: string }
    | { readonly reason: 'other-holder'; readonly label: string; readonly holder: string; readonly sender: string }
    | { readonly reason: 'no-holder'; readonly label: string; readonly said: Said }
    | { readonly reason: 'needs-admin'; readonly label: string }
    | { readonly reason: 'not-offered'; readonly label: string; readonly holder: string }
    | { readonly reason: 'unasked'; readonly label: string; readonly holder: string; readonly said: Said }
    | { readonly reason: 'many-labels'; readonly label: string; readonly max: number }
    | { readonly reason: 'other-key'; readonly label: string };
  'transfer-incomplete': { readonly origin: string; readonly count: number };
  'transfer-not-found':
    | { readonly reason: 'nothing-come'; readonly id: string }
    | { readonly reason: 'nothing-to-abort'; readonly label: string };
  'archive-not-found': { readonly service: string };
  'alert-not-found': { readonly label: string };
  'archive-registered':
    | { readonly reason: 'waits'; readonly service: string }
    | { readonly reason: 'state'; readonly service: string; readonly state: string };
  'archives-full': { readonly max: number };
  'registration-invalid':
    | ({ readonly reason: 'key' } & Misfit)
    | { readonly reason: 'address' | 'resolver-service' | 'own-service' }
    | ({ readonly reason: 'mail' } & Misfit)
    | { readonly reason: 'mail-too-large'; readonly max: number }
    | { readonly reason: 'mail-unreadable'; readonly cause: string };
  'too-many-registrations':
    | { readonly reason: 'address'; readonly address: string; readonly seconds: number }
    | { readonly reason: 'waiting' }
    | { readonly reason: 'at-once' };
  'archive-key-refused':
    | ({ readonly reason: 'unfit' } & Misfit)
    | { readonly reason: 'used'; readonly service: string };
  'log-entry-not-found':
    | { readonly reason: 'label'; readonly label: string }
    | { readonly reason: 'index'; readonly index: number; readonly size: number }
    | { readonly reason: 'size'; readonly size: number };
  'ark-invalid': Misfit;
  'ark-not-found':
    | { readonly reason: 'unknown'; readonly ark: string }
    | { readonly reason: 'naan'; readonly naan: string };
  'ark-without-target': { readonly ark: string; readonly information: string };
  'ark-withdrawn':
    | { readonly reason: 'said'; readonly ark: string; readonly why: string; readonly information: string }
    | { readonly reason: 'unsaid'; readonly ark: string; readonly information: string };
  'ark-target-invalid': { readonly ark: string } & Misfit;
  'doi-invalid': None;
  'purl-invalid':
    | { readonly reason: 'path'; readonly path: string }
    | { readonly reason: 'no-target'; readonly status: number }
    | { readonly reason: 'target' | 'chain'; readonly target: string }
    | { readonly reason: 'domain'; readonly domain: string };
  'purl-not-found': { readonly purl: string };
  'purl-gone':
    | { readonly reason: 'said'; readonly purl: string; readonly why: string }
    | { readonly reason: 'unsaid'; readonly purl: string };
  'purl-owned': { readonly path: string };
  'handle-invalid': None;
  'handle-not-found': { readonly handle: string };
  'handle-withdrawn':
    | { readonly reason: 'said'; readonly handle: string; readonly why: string }
    | { readonly reason: 'unsaid'; readonly handle: string };
}
