import { type Answer, type Template, templateSynonym } from '@perene/core/noid';
import type { MinterDefinition } from '../../../ports/minting/minter-store.ts';

/** The version of the original whose texts and order of minting are used here. */
export const NOID_VERSION = '0.424';

/** Everything about a new minter except its report. */
export interface ReportedMinter extends Omit<MinterDefinition, 'report' | 'name'> {
  readonly parsed: Answer<Template> & { readonly ok: true };
  readonly samples: readonly [string, string];
  /** Host and folder. */
  readonly where: string;
  readonly policy: string;
}

const ORDERS = { random: 'random', sequential: 'sequential', unlimited: 'sequential' } as const;

export const orderName = ({ order }: Template): string => (order === null ? '' : ORDERS[order]);

/** What the minter will do, in the words of the original. */
export const writeCreationReport = (minter: ReportedMinter): string => {
  const { template, bindsAnything, samples, parsed } = minter;
  const { total } = parsed.value;
  const order = orderName(parsed.value);
  const number =
    total === null
      ? `an unbounded number of identifiers\n       with the template "${template}".`
      : `${groupThousands(total)} identifiers with the template "${template}".`;
  return `${total ?? 'unlimited'} ${order} identifiers of form ${template}
       A Noid minting and binding database has been created that will bind
       ${bindsAnything ? 'any identifier ' : ''}and mint ${number}
       Sample identifiers would be "${samples[0]}" and "${samples[1]}".
       Minting order is ${order}.`;
};

/** The creation record, NOID/README. */
export const writeReport = (minter: ReportedMinter): string => {
  const { contact, created, where, properties, naa, subNaa, naan, parsed, policy } = minter;
  const p = [...properties].map((letter) => (letter === '-' ? '_ not' : '_____'));
  return `# Creation record for the identifier generator in NOID/noid.bdb.
# 
erc:
who:       ${contact}
what:      ${writeCreationReport(minter)}
when:      ${created}
where:     ${where}
Version:   Noid ${NOID_VERSION}
Size:      ${parsed.value.total ?? 'unlimited'}
Template:  ${describeTemplate(minter)}
Policy:    (:${properties})
       This minter's durability summary is (maximum possible being "GRANITE")
         "${properties}", which breaks down, property by property, as follows.
          ^^^^^^^
          |||||||_${p[6]} (E)lided of vowels to avoid creating words by accident
          ||||||_${p[5]} (T)ranscription safe due to a generated check character
          |||||_${p[4]} (I)mpression safe from ignorable typesetter-added hyphens
          ||||_${p[3]} (N)on-reassignable in life of Name Assigning Authority
          |||_${p[2]} (A)lphabetic-run-limited to pairs to avoid acronyms
          ||_${p[1]} (R)andomly sequenced to avoid series semantics
          |_${p[0]} (G)lobally unique within a registered namespace (currently
                     tests only ARK namespaces; apply for one at ark@cdlib.org)
Authority: ${naa || 'no Name Assigning Authority'} | ${subNaa || 'no sub authority'}
NAAN:      ${naan || 'no NAA Number'}
${describePolicy(policy)}`;
};

const SUPPORT_LABEL = 'Support:   ';

/** The report with another policy of support, or with none. */
export const replacePolicy = (report: string, policy: string): string => {
  const start = report.lastIndexOf(`\n${SUPPORT_LABEL}`);
  return (start < 0 ? report : report.slice(0, start + 1)) + describePolicy(policy);
};

const describePolicy = (policy: string): string =>
  policy === '' ? '' : `${SUPPORT_LABEL}${policy.split(/\r?\n/).join('\n       ')}\n`;

const describeTemplate = ({ template, bindsAnything, parsed }: ReportedMinter): string => {
  if (template === '' || template === '0') return '(:none)';
  const synonym = bindsAnything ? 'noidany' : `noid_${synonymOf(parsed.value)}`;
  return `${template}
       A suggested parent directory for this template is "${synonym}".  Note:
       separate minters need separate directories, and templates can suggest
       short names; e.g., the template "xz.redek" suggests the parent directory
       "noid_xz4" since identifiers are "xz" followed by 4 characters.`;
};

const groupThousands = (number: bigint): string => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');

/** The original names a minter that only binds by what its parser says of the template. */
const synonymOf = (template: Template): string =>
  template.kind === 'minting' ? templateSynonym(template) : 'parse_template: no minting possible.';
