import { describe } from '@perene/api/words';
import type { Digest } from '../../ports/people/person-mail.ts';

const WORDS = {
  pt: {
    subject: (site: string) => `O que espera em ${site}`,
    greeting: (name: string, site: string) => `Olá, ${name},\n\nem ${site}:`,
    proposals: 'relações propostas por outros Arquivos',
    registrations: 'Arquivos por registrar',
    alerts: 'alertas sobre originais',
  },
  en: {
    subject: (site: string) => `What waits at ${site}`,
    greeting: (name: string, site: string) => `Dear ${name},\n\nat ${site}:`,
    proposals: 'proposed links from other Archives',
    registrations: 'Archives to register',
    alerts: 'alerts about originals',
  },
} as const;

const KINDS = ['proposals', 'registrations', 'alerts'] as const;

/** Writes what waits and what is not well, in both languages. */
export const writeDigest = (
  { name, waiting, unwell, link }: Omit<Digest, 'to'>,
  site: string,
): { readonly subject: string; readonly text: string } => {
  const letters = (['pt', 'en'] as const).map((language) => {
    const words = WORDS[language];
    const lines = [
      ...KINDS.flatMap((kind) => ((waiting[kind] ?? 0) > 0 ? [`- ${waiting[kind]} ${words[kind]}`] : [])),
      ...unwell.map((said) => `- ${describe(said, language)}`),
    ];
    return { subject: words.subject(site), text: `${words.greeting(name, site)}\n\n${lines.join('\n')}\n\n${link}\n` };
  });
  return {
    subject: letters.map(({ subject }) => subject).join(' / '),
    text: letters.map(({ text }) => text).join('\n---\n\n'),
  };
};
