import type { Draft, DraftSummary } from '@perene/api';
import type { GlobalFlags } from '../global-flags.ts';
import { formatBytes, formatRows } from '../rows.ts';
import { formatTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';

export const writeDraft = (terminal: Terminal, draft: Draft, { json }: GlobalFlags): void =>
  terminal.out(json ? `${JSON.stringify(draft, null, 2)}\n` : describeDraft(draft));

const describeDraft = (draft: Draft): string =>
  formatRows([
    ['draft', draft.id],
    ['state', draft.state],
    ['title', draft.title],
    ['owner', draft.owner.name],
    ['reserved label', draft.label?.ibip ?? draft.label?.repository],
    ['persistent URL', draft.label?.persistentUrl],
    ['collections', draft.collections],
    ['reviewed by', draft.reviewedBy],
    ['shared with', draft.people.map(({ name }) => name)],
    ['files', draft.files.map(({ path, bytes }) => `${path} (${formatBytes(bytes)})`)],
    ['notes', draft.notes.map(({ at, who, kind, comment = '' }) => `${at} ${who}: ${kind} ${comment}`.trim())],
    ['changed', draft.updated],
    ['revision', String(draft.revision)],
  ]);

export const describeDrafts = (terminal: Terminal, drafts: readonly DraftSummary[]): string =>
  formatTable(
    terminal,
    ['draft', 'state', 'owner', 'label', 'title'],
    drafts.map(({ id, state, owner, label, title }) => [
      id,
      state,
      owner.name,
      label?.ibip ?? label?.repository ?? '-',
      title ?? '-',
    ]),
  );
