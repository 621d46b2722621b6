import { createSequence, minterProperties, parseTemplate } from '@perene/core/noid';
import type { MinterDefinition, MinterProgress, MinterStore, Term } from '../../ports/minter-store.ts';
import { Refusal } from '../../refusals/refusal.ts';
import { isKept } from './check-identifiers.ts';
import { describeMinter, writeReport } from './creation-report.ts';
import { templateMessage } from './identifier-messages.ts';
import { formatLocalTime } from './local-time.ts';
import type { MinterNeeds } from './minter-work.ts';
import { sampleIdentifier } from './sample-identifier.ts';

export interface MinterRequest {
  readonly name: string;
  /** None: a minter that binds anything, and mints `.zd`. */
  readonly template?: string | undefined;
  /** `-` is medium. */
  readonly term?: string | undefined;
  readonly naan?: string | undefined;
  readonly naa?: string | undefined;
  readonly subNaa?: string | undefined;
  readonly seed?: number | undefined;
  readonly policy?: string | undefined;
  readonly contact: string;
  /** Host and folder, for the report. */
  readonly where: string;
}

export interface CreatedMinter {
  readonly definition: MinterDefinition;
  /** What it will do, in the original's words. */
  readonly summary: string;
}

const TERMS: Readonly<Record<string, Term>> = { long: 'long', medium: 'medium', '-': 'medium', short: 'short' };
const MAX_SEED = 0xffff_ffff;
const MAX_POLICY_LENGTH = 10_000;

/** What a new minter is; nothing is kept yet. */
export const defineMinter = (
  request: MinterRequest,
  { clock, secrets }: Pick<MinterNeeds, 'clock' | 'secrets'>,
): CreatedMinter & { readonly progress: MinterProgress } => {
  const { name, template = '.zd', naan = '', naa = '', subNaa = '', seed = 0, policy = '', contact, where } = request;
  const bindsAnything = request.template === undefined;
  const parsed = parseTemplate(template);
  if (!parsed.ok) throw new Refusal('template-invalid', templateMessage(parsed));
  const term = TERMS[request.term || '-'];
  if (term === undefined) {
    throw new Refusal('term-invalid', `term (${request.term}) must be either "long", "medium", "-", or "short".`);
  }
  refuseAuthority(term, { naan, naa, subNaa });
  if (!Number.isSafeInteger(seed) || seed < 0 || seed > MAX_SEED) {
    throw new Refusal('seed-invalid', `a seed is a whole number from 0 to ${MAX_SEED}.`);
  }
  refusePolicy(policy);
  const minter = {
    template,
    bindsAnything,
    term,
    naan,
    naa,
    subNaa,
    seed,
    properties: minterProperties(parsed.value, { term, naan, bindsAnything }),
    contact,
    created: formatLocalTime(clock.now()),
    parsed,
    samples: [
      sampleIdentifier(parsed.value, { naan, below: 10n, secrets }),
      sampleIdentifier(parsed.value, { naan, below: 100_000n, secrets }),
    ],
    where,
    policy,
  } as const;
  const { parsed: _parsed, samples: _samples, where: _where, policy: _policy, ...kept } = minter;
  return {
    definition: { name, ...kept, report: writeReport(minter) },
    summary: describeMinter(minter),
    progress: {
      sequence:
        parsed.value.kind === 'binding'
          ? { issued: 0, counters: [], active: [], full: [] }
          : createSequence({ template: parsed.value, wraps: false }).state(),
      mints: 0,
      held: 0,
      queued: 0,
      firstNumber: 1,
      datedNumber: 1,
      latestDate: '0',
      policy,
    },
  };
};

export const createMinter = async (
  store: MinterStore,
  request: MinterRequest,
  needs: Pick<MinterNeeds, 'clock' | 'secrets'>,
): Promise<CreatedMinter> => {
  const { definition, progress, summary } = defineMinter(request, needs);
  if (!(await store.create(definition, progress))) {
    throw new Refusal('minter-exists', `there is a minter ${definition.name} already; choose another name.`);
  }
  return { definition, summary };
};

export const refusePolicy = (policy: string): void => {
  if (policy.length > MAX_POLICY_LENGTH) {
    throw new Refusal('policy-invalid', `a policy has at most ${MAX_POLICY_LENGTH} characters.`);
  }
  if (!isKept(policy)) {
    throw new Refusal('policy-invalid', 'a policy has a character that cannot be kept (U+0000 or half a character).');
  }
};

const refuseAuthority = (
  term: Term,
  { naan, naa, subNaa }: { readonly naan: string; readonly naa: string; readonly subNaa: string },
): void => {
  if (term !== 'long') return;
  if ([naan, naa, subNaa].some((text) => text.trim() === '')) {
    throw new Refusal('authority-missing', 'longterm identifiers require an NAA Number, NAA, and SubNAA.');
  }
  if (!/\d{5}/.test(naan)) {
    throw new Refusal(
      'authority-missing',
      'term of "long" requires a 5-digit NAAN (00000 if none), and non-empty string values for NAA and SubNAA.',
    );
  }
};
