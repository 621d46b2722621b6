import { Type } from 'typebox';
import { closed, Next, Time, text, wordOf } from '../parts.ts';
import type { View } from '../view.ts';
import { SaidFields } from './trace.ts';

export const ProposalSchema = Type.Object(
  {
    id: Type.String(),
    direction: wordOf(['in', 'out'], 'in: to an original of this Archive'),
    kind: wordOf(['edition', 'translation'], 'What is proposed'),
    of: text('The item that is to be linked'),
    item: text('The edition or translation of it'),
    language: Type.Optional(text('Of the edition or translation')),
    state: wordOf(['open', 'accepted', 'refused', 'expired'], 'What became of it'),
    titleOf: Type.Optional(Type.String()),
    titleItem: Type.Optional(Type.String()),
    archive: Type.Optional(text('The other Archive, by the label of its service')),
    address: Type.Optional(text('Where the other Archive is')),
    note: Type.Optional(
      Type.Object(
        { ...SaidFields, detail: text('In words') },
        { description: 'What was heard, why it was refused, or what to do' },
      ),
    ),
    who: Type.Optional(text('Who proposed or decided')),
    at: Time,
    changed: Time,
  },
  { ...closed, title: 'Proposal' },
);

export const ProposalPageSchema = Type.Object(
  { proposals: Type.Array(ProposalSchema), next: Next },
  { ...closed, title: 'ProposalPage' },
);

export type Proposal = View<typeof ProposalSchema>;
export type ProposalPage = View<typeof ProposalPageSchema>;
