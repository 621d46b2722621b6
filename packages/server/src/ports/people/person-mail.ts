import type { Overview } from '@perene/api';
import type { Said } from '@perene/api/refusals';
import type { LinkPurpose } from './people.ts';

/** What waits on a node, and what is not well there. */
export interface Digest {
  readonly to: string;
  readonly name: string;
  readonly waiting: Overview['waiting'];
  readonly unwell: readonly Said[];
  readonly link: string;
}

/** E-mails to people about their accounts, their drafts and the node. */
export interface PersonMail {
  sendLink(letter: {
    readonly to: string;
    readonly name: string;
    readonly purpose: LinkPurpose;
    readonly link: string;
    /** Without one, the e-mail is in both languages. */
    readonly language: 'en' | 'pt' | undefined;
  }): Promise<void>;
  /** Is written in both languages. */
  sendDigest(digest: Digest): Promise<void>;
  /** Is written in both languages. */
  sendDraftNews(letter: {
    readonly to: string;
    readonly name: string;
    readonly kind: 'sent' | 'returned' | 'published';
    readonly title: string;
    readonly link: string;
    readonly comment?: string | undefined;
  }): Promise<void>;
}
