import type { DamageNews } from '../../ports/archive/file-checks.ts';
import type { MailMessage } from '../../ports/federation/mail.ts';

const MAX_LISTED = 50;

/** The e-mail that tells an operator of damaged files, in both languages of the program. */
export const writeDamageMail = (
  news: readonly DamageNews[],
  { to, publicUrl }: { readonly to: string; readonly publicUrl: string },
): MailMessage => {
  const lines = news
    .slice(0, MAX_LISTED)
    .map(({ file: { repository, path }, damage, healedFrom }) => `${repository} ${path}: ${healedFrom ?? damage}`);
  const more = news.length > MAX_LISTED ? `\n+ ${news.length - MAX_LISTED}` : '';
  return {
    to,
    subject: `Arquivos danificados / Damaged files: ${publicUrl}`,
    text: `Arquivos danificados em ${publicUrl}. Onde há um endereço, o arquivo foi trazido de lá.
Dos outros o nó procura cópias em outros Arquivos, e até então não os serve; "perene doctor" diz quantos restam:
traga-os de um backup, e o nó os encontra inteiros.

Files are damaged at ${publicUrl}. Where there is an address, the file was fetched from there.
The node looks for copies of the others in other Archives, and does not serve them until then; "perene doctor" says how
many are left: bring them from a backup, and the node finds them whole.

${lines.join('\n')}${more}
`,
  };
};
