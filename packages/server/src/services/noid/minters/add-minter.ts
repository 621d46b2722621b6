import { misfit, refuse } from '@perene/api/refusals';
import { createSequence, minterProperties, parseTemplate } from '@perene/core/noid';
import type { MinterDefinition, MinterProgress, MinterStore, Term } from '../../../ports/minting/minter-store.ts';
import { isKept } from '../identifiers/check-identifiers.ts';
import { formatLocalTime } from '../identifiers/local-time.ts';
import { sampleIdentifier } from '../identifiers/sample-identifier.ts';
import { writeCreationReport, writeReport } from './creation-report.ts';
import { type MinterTools, UNUSED } from './minter-work.ts';

export interface MinterRequest {
  readonly name: string;
  /** Without a template, the minter binds anything and mints `.zd`. */
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

/** Defines a new minter; stores nothing. */
export const defineMinter = (
  request: MinterRequest,
  { clock, secrets }: Pick<MinterTools, 'clock' | 'secrets'>,
): CreatedMinter & { readonly progress: MinterProgress } => {
  const { name, template = '.zd', naan = '', naa = '', subNaa = '', seed = 0, policy = '', contact, where } = request;
  const bindsAnything = request.template === undefined;
  const parsed = parseTemplate(template);
  if (!parsed.ok) throw refuse('template-invalid', { reason: 'create', template, ...misfit(parsed) });
  const term = TERMS[request.term || '-'];
  if (term === undefined) {
    throw refuse('term-invalid', { term: String(request.term) });
  }
  refuseAuthority(term, { naan, naa, subNaa });
  if (!Number.isSafeInteger(seed) || seed < 0 || seed > MAX_SEED) {
    throw refuse('seed-invalid', { max: MAX_SEED });
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
    summary: writeCreationReport(minter),
    progress: {
      ...UNUSED,
      policy,
      ...(parsed.value.kind !== 'binding' && {
        sequence: createSequence({ template: parsed.value, wraps: false }).state(),
      }),
    },
  };
};

export const addMinter = async (
  store: MinterStore,
  request: MinterRequest,
  needs: Pick<MinterTools, 'clock' | 'secrets'>,
): Promise<CreatedMinter> => {
  const { definition, progress, summary } = defineMinter(request, needs);
  if (!(await store.create(definition, progress))) {
    throw refuse('minter-exists', { minter: definition.name });
  }
  return { definition, summary };
};

export const refusePolicy = (policy: string): void => {
  if (policy.length > MAX_POLICY_LENGTH) {
    throw refuse('policy-invalid', { reason: 'too-long', max: MAX_POLICY_LENGTH });
  }
  if (!isKept(policy)) {
    throw refuse('policy-invalid', { reason: 'character' });
  }
};

const refuseAuthority = (
  term: Term,
  { naan, naa, subNaa }: { readonly naan: string; readonly naa: string; readonly subNaa: string },
): void => {
  if (term !== 'long') return;
  if ([naan, naa, subNaa].some((text) => text.trim() === '')) {
    throw refuse('authority-missing', { reason: 'missing' });
  }
  if (!/\d{5}/.test(naan)) {
    throw refuse('authority-missing', { reason: 'naan' });
  }
};
