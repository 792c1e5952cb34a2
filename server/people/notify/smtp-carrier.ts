import { createTransport } from 'nodemailer';
import { type Carrier, CarrierAway, Undeliverable } from './carrier.ts';

export interface SmtpSettings {
  /** `smtp://` or `smtps://`, with user and password if the server requires them. */
  readonly url: string;
  /** The sender as recipients see it, such as `Bourse <no-reply@example.com>`. */
  readonly from: string;
  /** Requires TLS. */
  readonly encrypted: boolean;
}

const connectWithinMs = 10_000;
const silenceMs = 20_000;
const connections = 5;

/**
 * Sends mail to an SMTP server over a few pooled connections. `Delivery` retries failures, so the transport does not.
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
          // An object, so that no character of the address can start a second recipient.
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${domain}>`,
          // Prevents automatic replies.
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

/** Errors of the connection or the login affect all messages; replies about an envelope affect only that message. */
function asCarrierFault(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const reply = 'responseCode' in error ? Number(error.responseCode) : 0;
  if (['EENVELOPE', 'EMESSAGE'].includes(code)) {
    // 503 concerns the order of commands and 421 the connection, not the message.
    const final = (reply >= 500 && reply !== 503) || reply === 0;
    return final ? new Undeliverable(said(error), { cause: error }) : error;
  }
  return new CarrierAway(said(error), { cause: error });
}

function said(error: Error): string {
  return error.message.slice(0, 300);
}
