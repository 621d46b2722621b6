import type { CollectionRefusals } from './codes/collection-refusals.ts';
import type { DeskRefusals } from './codes/desk/desk-refusals.ts';
import { DESK_STATUSES } from './codes/desk/desk-statuses.ts';
import type { DraftRefusals } from './codes/desk/draft-refusals.ts';
import type { FederationRefusals } from './codes/federation-refusals.ts';
import type { ItemRefusals } from './codes/item-refusals.ts';
import type { MinterRefusals } from './codes/minter-refusals.ts';
import { NAME_STATUSES, type NamesRefusals } from './codes/names/name-statuses.ts';
import type { NodeRefusals } from './codes/node-refusals.ts';
import type { NoticeParameters } from './codes/notice-codes.ts';
import type { Misfit, Said } from './codes/parameters.ts';
import type { PeopleRefusals } from './codes/people-refusals.ts';
import type { RequestRefusals } from './codes/request-refusals.ts';
import type { TraceParameters } from './codes/trace-codes.ts';
import { ENGLISH } from './words/english/index.ts';
import { say } from './words/say.ts';

export type { Difference, FieldExpectation } from './codes/item-refusals.ts';
export type { IdentifierProblem, NamedText, QueueRefusal, SequenceProblem } from './codes/minter-refusals.ts';
export type {
  ArchiveFinding,
  Contradiction,
  HealthFinding,
  ImportNote,
  MembershipRefusal,
} from './codes/notice-codes.ts';
export type { Misfit, Said } from './codes/parameters.ts';

/** Every code with its parameters; where one code covers several situations, `reason` says which. */
export interface RefusalParameters
  extends NodeRefusals,
    PeopleRefusals,
    ItemRefusals,
    CollectionRefusals,
    DraftRefusals,
    DeskRefusals,
    NamesRefusals,
    FederationRefusals,
    RequestRefusals,
    MinterRefusals {}

export type RefusalCode = keyof RefusalParameters;

interface RefusalStatus {
  readonly http: number;
  /** The exit status of the command line: 1 for a request that was understood and refused, 2 for wrong usage. */
  readonly exit: 1 | 2;
}

/** Every refusal; docs/refusals.md explains each. */
export const REFUSALS: Readonly<Record<RefusalCode, RefusalStatus>> = {
  'setting-invalid': { http: 500, exit: 2 },
  'settings-file-unreadable': { http: 500, exit: 2 },
  'clock-behind': { http: 503, exit: 1 },
  'dates-unproved': { http: 409, exit: 1 },
  'clock-unset': { http: 503, exit: 1 },
  'count-out-of-range': { http: 400, exit: 2 },
  'data-folder-unusable': { http: 500, exit: 1 },
  'database-away': { http: 503, exit: 1 },
  'database-busy': { http: 503, exit: 1 },
  'database-failed': { http: 503, exit: 1 },
  'value-unkept': { http: 400, exit: 2 },
  'database-newer': { http: 503, exit: 1 },
  'cannot-listen': { http: 500, exit: 1 },
  'file-unreadable': { http: 500, exit: 2 },
  'node-refused': { http: 502, exit: 1 },
  'node-unreachable': { http: 502, exit: 1 },
  'item-not-found': { http: 404, exit: 1 },
  'item-removed': { http: 410, exit: 1 },
  'item-withdrawn': { http: 410, exit: 1 },
  'item-changed': { http: 412, exit: 1 },
  'item-refused': { http: 409, exit: 1 },
  'label-invalid': { http: 400, exit: 2 },
  'label-taken': { http: 409, exit: 1 },
  'alias-invalid': { http: 400, exit: 2 },
  'alias-taken': { http: 409, exit: 1 },
  'alias-minted': { http: 409, exit: 1 },
  'alias-unknown': { http: 404, exit: 1 },
  'metadata-invalid': { http: 422, exit: 2 },
  'collection-not-found': { http: 404, exit: 1 },
  'collection-exists': { http: 409, exit: 1 },
  'collection-changed': { http: 412, exit: 1 },
  'collection-name-invalid': { http: 422, exit: 2 },
  'collection-invalid': { http: 422, exit: 2 },
  'collection-full': { http: 409, exit: 1 },
  ...DESK_STATUSES,
  ...NAME_STATUSES,
  'edition-exists': { http: 409, exit: 1 },
  'edition-order': { http: 409, exit: 1 },
  'translation-exists': { http: 409, exit: 1 },
  'relation-not-found': { http: 404, exit: 1 },
  'proposal-not-found': { http: 404, exit: 1 },
  'proposal-settled': { http: 409, exit: 1 },
  'request-repeated': { http: 409, exit: 1 },
  'request-differs': { http: 422, exit: 1 },
  'language-invalid': { http: 422, exit: 2 },
  'network-invalid': { http: 422, exit: 2 },
  'target-missing': { http: 422, exit: 2 },
  'nothing-to-change': { http: 422, exit: 2 },
  'reason-missing': { http: 422, exit: 2 },
  'cursor-invalid': { http: 400, exit: 2 },
  'changes-restored': { http: 410, exit: 1 },
  'changes-unready': { http: 503, exit: 1 },
  'zip-unready': { http: 503, exit: 1 },
  'search-too-wide': { http: 400, exit: 2 },
  'search-too-slow': { http: 503, exit: 1 },
  'too-many-searches': { http: 429, exit: 1 },
  'archive-service-fixed': { http: 409, exit: 1 },
  'file-embargoed': { http: 403, exit: 1 },
  'embargo-invalid': { http: 422, exit: 2 },
  'client-not-allowed': { http: 403, exit: 1 },
  'description-closed': { http: 403, exit: 1 },
  'file-list-closed': { http: 403, exit: 1 },
  'no-files': { http: 422, exit: 2 },
  'file-name-invalid': { http: 422, exit: 2 },
  'file-name-taken': { http: 422, exit: 2 },
  'too-many-files': { http: 413, exit: 1 },
  'file-too-large': { http: 413, exit: 1 },
  'documents-exist': { http: 409, exit: 1 },
  'file-missing': { http: 404, exit: 1 },
  'disk-failed': { http: 503, exit: 1 },
  'key-missing': { http: 401, exit: 1 },
  'key-wrong': { http: 401, exit: 1 },
  'key-not-found': { http: 404, exit: 1 },
  'key-last-admin': { http: 409, exit: 1 },
  'key-name-invalid': { http: 422, exit: 2 },
  'key-expiry-invalid': { http: 422, exit: 2 },
  'role-missing': { http: 403, exit: 1 },
  'too-many-wrong-keys': { http: 429, exit: 1 },
  'sign-in-refused': { http: 401, exit: 1 },
  'second-factor-needed': { http: 401, exit: 1 },
  'code-wrong': { http: 403, exit: 1 },
  'session-ended': { http: 401, exit: 1 },
  'person-needed': { http: 403, exit: 1 },
  'too-many-tries': { http: 429, exit: 1 },
  'person-not-found': { http: 404, exit: 1 },
  'person-name-invalid': { http: 422, exit: 2 },
  'email-invalid': { http: 422, exit: 2 },
  'email-taken': { http: 409, exit: 1 },
  'last-administrator': { http: 409, exit: 1 },
  'link-invalid': { http: 404, exit: 1 },
  'password-wrong': { http: 403, exit: 1 },
  'password-weak': { http: 422, exit: 2 },
  'mail-missing': { http: 409, exit: 1 },
  'openid-missing': { http: 409, exit: 1 },
  'openid-unreachable': { http: 502, exit: 1 },
  'openid-refused': { http: 403, exit: 1 },
  'request-invalid': { http: 400, exit: 1 },
  'request-too-large': { http: 413, exit: 1 },
  'media-type-unsupported': { http: 415, exit: 1 },
  'head-too-large': { http: 431, exit: 1 },
  'request-too-slow': { http: 408, exit: 1 },
  'address-unknown': { http: 404, exit: 1 },
  'method-not-allowed': { http: 405, exit: 1 },
  'upload-not-found': { http: 404, exit: 1 },
  'upload-incomplete': { http: 409, exit: 1 },
  'upload-offset': { http: 409, exit: 1 },
  'upload-busy': { http: 423, exit: 1 },
  'too-many-uploads': { http: 503, exit: 1 },
  'too-many-waiting': { http: 503, exit: 1 },
  'tus-version': { http: 412, exit: 1 },
  'peer-refused': { http: 502, exit: 1 },
  'peer-unreachable': { http: 502, exit: 1 },
  'peer-not-allowed': { http: 403, exit: 1 },
  'copy-differs': { http: 422, exit: 1 },
  'foreign-item-invalid': { http: 422, exit: 1 },
  'transfer-under-way': { http: 409, exit: 1 },
  'transfer-settled': { http: 409, exit: 1 },
  'transfer-in-doubt': { http: 503, exit: 1 },
  'transfer-unproved': { http: 403, exit: 1 },
  'transfer-incomplete': { http: 409, exit: 1 },
  'transfer-not-found': { http: 404, exit: 1 },
  'record-invalid': { http: 422, exit: 1 },
  'package-invalid': { http: 422, exit: 1 },
  'file-damaged': { http: 500, exit: 1 },
  'format-not-offered': { http: 406, exit: 1 },
  'backup-unusable': { http: 409, exit: 1 },
  'restore-not-empty': { http: 409, exit: 1 },
  'minter-not-found': { http: 404, exit: 1 },
  'minter-exists': { http: 409, exit: 1 },
  'names-shared': { http: 409, exit: 1 },
  'minter-name-invalid': { http: 422, exit: 2 },
  'minter-binds-only': { http: 409, exit: 1 },
  'minter-damaged': { http: 500, exit: 1 },
  'template-invalid': { http: 422, exit: 2 },
  'term-invalid': { http: 422, exit: 2 },
  'authority-missing': { http: 422, exit: 2 },
  'seed-invalid': { http: 422, exit: 2 },
  'policy-invalid': { http: 422, exit: 2 },
  'identifier-invalid': { http: 422, exit: 2 },
  'identifier-unissued': { http: 409, exit: 1 },
  'name-state-invalid': { http: 409, exit: 1 },
  'identifiers-exhausted': { http: 409, exit: 1 },
  'identifiers-held': { http: 409, exit: 1 },
  'element-missing': { http: 422, exit: 2 },
  'value-missing': { http: 422, exit: 2 },
  'value-too-large': { http: 413, exit: 1 },
  'binding-invalid': { http: 422, exit: 2 },
  'binding-missing': { http: 404, exit: 1 },
  'binding-exists': { http: 409, exit: 1 },
  'pattern-invalid': { http: 422, exit: 2 },
  'rules-too-long': { http: 422, exit: 1 },
  'pepper-missing': { http: 403, exit: 1 },
  'pepper-wrong': { http: 403, exit: 1 },
  'queue-time-invalid': { http: 422, exit: 2 },
  'archive-key-refused': { http: 422, exit: 2 },
  'log-entry-not-found': { http: 404, exit: 1 },
  'ark-invalid': { http: 400, exit: 2 },
  'ark-not-found': { http: 404, exit: 1 },
  'ark-without-target': { http: 404, exit: 1 },
  'ark-withdrawn': { http: 410, exit: 1 },
  'ark-target-invalid': { http: 502, exit: 1 },
  'doi-invalid': { http: 400, exit: 2 },
  'purl-invalid': { http: 422, exit: 2 },
  'purl-not-found': { http: 404, exit: 1 },
  'purl-gone': { http: 410, exit: 1 },
  'purl-owned': { http: 403, exit: 1 },
  'handle-invalid': { http: 400, exit: 2 },
  'handle-not-found': { http: 404, exit: 1 },
  'handle-withdrawn': { http: 410, exit: 1 },
  'archive-not-found': { http: 404, exit: 1 },
  'alert-not-found': { http: 404, exit: 1 },
  'archive-registered': { http: 409, exit: 1 },
  'archives-full': { http: 409, exit: 1 },
  'registration-invalid': { http: 422, exit: 2 },
  'too-many-registrations': { http: 429, exit: 1 },
};

export const isRefusalCode = (text: string): text is RefusalCode => Object.hasOwn(REFUSALS, text);

type Given<Code extends RefusalCode> = keyof RefusalParameters[Code] extends never
  ? readonly []
  : readonly [parameters: RefusalParameters[Code]];

/** Why something was not done, as data; code that writes to a person puts it into words. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: RefusalCode;
  readonly parameters: object;
  /** The words of the node that refused, if that was another node. */
  readonly detail: string | undefined;

  /** Use `refuse`, which knows the parameters of each code. */
  constructor(code: RefusalCode, parameters: object, detail?: string) {
    super();
    this.code = code;
    this.parameters = parameters;
    this.detail = detail;
  }

  /** The message for logs, which are in English; people read the words of their own language. */
  override get message(): string {
    return say(this, ENGLISH);
  }

  /** Returns the refusal as it is kept and sent. */
  toJSON(): Said {
    const { code, parameters, detail } = this;
    return { code, parameters, ...(detail !== undefined && { detail }) };
  }
}

export const refuse = <Code extends RefusalCode>(code: Code, ...[parameters]: Given<Code>): Refusal =>
  new Refusal(code, parameters ?? {});

interface ToldParameters extends TraceParameters, NoticeParameters {}

/** Returns a message that is not a refusal, as data: a step of a resolution, a note, a finding. */
export const because = <Code extends keyof ToldParameters>(
  code: Code,
  ...[parameters]: keyof ToldParameters[Code] extends never ? readonly [] : readonly [parameters: ToldParameters[Code]]
): Said => ({ code, parameters: parameters ?? {} });

/** Returns the refusal of another node, under its code if that is known here. */
export const repeatRefusal = ({ code = '', parameters = {}, detail }: Said): Refusal =>
  isRefusalCode(code)
    ? new Refusal(code, parameters, detail)
    : refuse('node-refused', { reason: 'said', said: { code, parameters, detail } });

const MAX_SAID_LENGTH = 10_000;

/** Reads what was written as JSON here or elsewhere; any other text becomes the detail. */
export const parseSaid = (text: string): Said => {
  try {
    const said: unknown = JSON.parse(text.slice(0, MAX_SAID_LENGTH));
    if (typeof said !== 'object' || said === null || Array.isArray(said)) return { detail: text };
    const { code, parameters, detail } = said as Readonly<Record<string, unknown>>;
    return {
      ...(typeof code === 'string' && { code }),
      ...(typeof parameters === 'object' && parameters !== null && { parameters }),
      ...(typeof detail === 'string' && { detail }),
    };
  } catch {
    return { detail: text };
  }
};

/** Returns the parameters of a refusal, from what a parser refused. */
export const misfit = ({ problem, position, expected }: Misfit): Misfit => ({ problem, position, expected });
