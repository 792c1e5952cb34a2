import { createTransport } from 'nodemailer';
import { type Carrier, CarrierAway, Undeliverable } from './carrier.ts';

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password when the server wants them. */
  readonly url: string;
  /** The sender as people see it, such as `Bourse <no-reply@example.com>`. */
  readonly from: string;
  /** Nothing is sent over a connection that is not encrypted. */
  readonly encrypted: boolean;
}

const connectWithinMs = 10_000;
const silenceMs = 20_000;
const connections = 5;

/**
 * Hands mail to an SMTP server over a few connections that stay open. The queue repeats what fails, so nothing is
 * repeated here.
 */
export function openSmtpCarrier({ encrypted, from, url }: SmtpSettings): Carrier {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: connections,
    maxRequeues: 0,
    connectionTimeout: connectWithinMs,
    greetingTimeout: connectWithinMs,
    dnsTimeout: connectWithinMs,
    socketTimeout: silenceMs,
    requireTLS: encrypted && new URL(url).protocol === 'smtp:',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const domain = /@([^\s@>]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  return {
    send: async (to, { subject, text, html }, id, signal) => {
      try {
        await transport.sendMail({
          from,
          // As an object, so that no character of an address is taken for a second one.
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          // Answering machines stay silent.
          headers: { 'auto-submitted': 'auto-generated', 'x-auto-response-suppress': 'All' },
          signal,
        });
      } catch (error) {
        throw asCarrierFault(error);
      }
    },
    close: () => transport.close(),
  };
}

/** Faults of the connection and of the login concern every message; what the server says of one concerns that one. */
function asCarrierFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const reply = 'responseCode' in error ? Number(error.responseCode) : 0;
  if (['EENVELOPE', 'EMESSAGE'].includes(code)) {
    // 503 is about the order of commands and 421 about the connection, neither about the message.
    const final = (reply >= 500 && reply !== 503) || reply === 0;
    return final ? new Undeliverable(said(error), { cause: error }) : error;
  }
  return new CarrierAway(said(error), { cause: error });
}

function said(error: Error): string {
  return error.message.slice(0, 300);
}
