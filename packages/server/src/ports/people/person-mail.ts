import type { LinkPurpose } from './people.ts';

/** E-mails to people about their accounts and their drafts. */
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
  sendDraftNews(letter: {
    readonly to: string;
    readonly name: string;
    readonly kind: 'sent' | 'returned' | 'published';
    readonly title: string;
    readonly link: string;
    readonly comment?: string | undefined;
  }): Promise<void>;
}
