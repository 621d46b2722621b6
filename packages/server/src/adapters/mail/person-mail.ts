import type { Mail } from '../../ports/federation/mail.ts';
import type { LinkPurpose } from '../../ports/people/people.ts';
import type { PersonMail } from '../../ports/people/person-mail.ts';
import { writeDigest } from './digest-mail.ts';

interface Letter {
  readonly subject: string;
  readonly text: string;
}

type Write = (given: { readonly name: string; readonly site: string; readonly link: string }) => Letter;

const ENGLISH: Readonly<Record<LinkPurpose, Write>> = {
  invitation: ({ name, site, link }) => ({
    subject: `Invitation to ${site}`,
    text: `Dear ${name},

you are invited to work at ${site}. Choose your password here within seven days:

${link}

The link works once. If you did not expect this e-mail, ignore it.
`,
  }),
  reset: ({ name, site, link }) => ({
    subject: `Another password for ${site}`,
    text: `Dear ${name},

somebody asked for another password for your account at ${site}. Choose it here:

${link}

The link works once, and not for long. If it was not you who asked, ignore this e-mail: your password stays as it is.
`,
  }),
};

const PORTUGUESE: Readonly<Record<LinkPurpose, Write>> = {
  invitation: ({ name, site, link }) => ({
    subject: `Convite para ${site}`,
    text: `Olá, ${name},

você foi convidado a trabalhar em ${site}. Escolha a sua senha aqui em até sete dias:

${link}

O link funciona uma vez. Se você não esperava este e-mail, ignore-o.
`,
  }),
  reset: ({ name, site, link }) => ({
    subject: `Outra senha para ${site}`,
    text: `Olá, ${name},

alguém pediu outra senha para a sua conta em ${site}. Escolha-a aqui:

${link}

O link funciona uma vez, e por pouco tempo. Se não foi você quem pediu, ignore este e-mail: a sua senha continua a mesma.
`,
  }),
};

interface DraftNews {
  readonly name: string;
  readonly site: string;
  readonly title: string;
  readonly link: string;
  readonly comment?: string | undefined;
}

const DRAFT_NEWS: Readonly<Record<'sent' | 'returned' | 'published', readonly ((news: DraftNews) => Letter)[]>> = {
  sent: [
    ({ name, title, site, link }) => ({
      subject: `Para revisar: ${title}`,
      text: `Olá, ${name},\n\num rascunho em ${site} espera pela sua revisão: ${title}\n\n${link}\n`,
    }),
    ({ name, title, site, link }) => ({
      subject: `To review: ${title}`,
      text: `Dear ${name},\n\na draft at ${site} waits for your review: ${title}\n\n${link}\n`,
    }),
  ],
  returned: [
    ({ name, title, link, comment = '' }) => ({
      subject: `Devolvido: ${title}`,
      text: `Olá, ${name},\n\no seu rascunho foi devolvido: ${title}\n\n${comment}\n\n${link}\n`,
    }),
    ({ name, title, link, comment = '' }) => ({
      subject: `Returned: ${title}`,
      text: `Dear ${name},\n\nyour draft was returned: ${title}\n\n${comment}\n\n${link}\n`,
    }),
  ],
  published: [
    ({ name, title, link }) => ({
      subject: `Publicado: ${title}`,
      text: `Olá, ${name},\n\no seu rascunho foi publicado: ${title}\n\n${link}\n`,
    }),
    ({ name, title, link }) => ({
      subject: `Published: ${title}`,
      text: `Dear ${name},\n\nyour draft was published: ${title}\n\n${link}\n`,
    }),
  ],
};

/** A title of several lines would begin another header. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, 200);

const LANGUAGES = { en: [ENGLISH], pt: [PORTUGUESE], both: [PORTUGUESE, ENGLISH] } as const;

/** Writes to people about their accounts, in their language or in both. */
export const createPersonMail = (mail: Mail, { site }: { readonly site: string }): PersonMail => ({
  async sendDraftNews({ to, kind, title, ...news }) {
    const letters = DRAFT_NEWS[kind].map((write) => write({ ...news, site, title: oneLine(title) }));
    await mail.send({
      to,
      subject: letters.map(({ subject }) => subject).join(' / '),
      text: letters.map(({ text }) => text).join('\n---\n\n'),
    });
  },
  async sendDigest({ to, ...digest }) {
    await mail.send({ to, ...writeDigest(digest, site) });
  },
  async sendLink({ to, name, purpose, link, language }) {
    const letters = LANGUAGES[language ?? 'both'].map((words) => words[purpose]({ name, site, link }));
    await mail.send({
      to,
      subject: letters.map(({ subject }) => subject).join(' / '),
      text: letters.map(({ text }) => text).join('\n---\n\n'),
    });
  },
});
