import type { LinkPurpose } from './people.ts';

/** E-mails to people about their accounts. */
export interface PersonMail {
  sendLink(letter: {
    readonly to: string;
    readonly name: string;
    readonly purpose: LinkPurpose;
    readonly link: string;
    /** Without one, the e-mail is in both languages. */
    readonly language: 'en' | 'pt' | undefined;
  }): Promise<void>;
}
