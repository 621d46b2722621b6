import { createTransport } from 'nodemailer';
import type { Mail } from '../../ports/federation/mail.ts';

const TIMEOUT_MS = 10_000;

/** `smtp://USER:PASSWORD@HOST:PORT`, or `smtps://` for TLS from the first byte. */
export const createSmtpMail = ({ url, from }: { readonly url: string; readonly from: string }): Mail => {
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      // An address that is given as an object is never split into several.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
    },
  };
};
