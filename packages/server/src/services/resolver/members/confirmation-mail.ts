import type { Label } from '@perene/core';
import type { MailMessage } from '../../../ports/federation/mail.ts';

/**
 * RTC-11 section 7.2: the e-mail that tells the administrator that the Archive is registered. It does not have the key.
 */
export const writeConfirmationMail = ({
  to,
  service,
  resolverUrl,
}: {
  readonly to: string;
  readonly service: Label;
  readonly resolverUrl: string;
}): MailMessage => ({
  to,
  subject: 'Confirmação de cadastro de um novo Arquivo',
  text: `IBI do serviço de Arquivo:
archiveserviceibi = ${service}

O Arquivo está cadastrado no sistema para resolução de IBI ${resolverUrl}
e passará a ser incluído no momento em que for ligado.

The Archive is registered with the resolver ${resolverUrl}
and will be included as soon as it is switched on.
`,
});
