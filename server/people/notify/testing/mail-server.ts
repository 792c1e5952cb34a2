import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as the server received it. */
export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  readonly raw: string;
  readonly secure: boolean;
  readonly user: string;
}

/** An SMTP server on a local port that stores the mail it receives. It can be stopped and restarted. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** Recipients in lower case that the server refuses, with the reply code. */
  readonly refused = new Map<string, number>();
  readonly #options: SMTPServerOptions;
  #server: SMTPServer | null = null;
  #port = 0;
  #notify: () => void = () => undefined;

  constructor(options: SMTPServerOptions = { authOptional: true, disabledCommands: ['STARTTLS'] }) {
    this.#options = options;
  }

  static async start(options?: SMTPServerOptions): Promise<MailServer> {
    const server = new MailServer(options);
    await server.start();
    return server;
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`;
  }

  /** A restart uses the same port. */
  async start(): Promise<void> {
    const server = new SMTPServer({
      ...this.#options,
      logger: false,
      closeTimeout: 200,
      onRcptTo: ({ address }, _session, answer) => {
        const responseCode = this.refused.get(address.toLowerCase());
        if (responseCode === undefined) answer();
        else answer(Object.assign(new Error('no such mailbox'), { responseCode }));
      },
      onData: (stream, session, answer) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          this.received.push({
            to: rcptTo.map(({ address }) => address),
            from: mailFrom === false ? '' : mailFrom.address,
            raw: Buffer.concat(chunks).toString('utf8'),
            secure: session.secure,
            user: String(session.user ?? ''),
          });
          this.#notify();
          answer();
        });
      },
    });
    server.on('error', () => undefined);
    server.listen(this.#port, '127.0.0.1');
    await once(server.server, 'listening');
    this.#port = (server.server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  /** The mail with this index, counted from zero; waits until it arrives. */
  async mail(number: number): Promise<ReceivedMail> {
    for (;;) {
      const mail = this.received[number];
      if (mail !== undefined) return mail;
      await new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
    }
  }
}

/** The decoded plain-text part of a mail. */
function textOf(raw: string): string {
  const [, encoding = '', body = ''] =
    /Content-Type: text\/plain[^]*?Content-Transfer-Encoding: (\S+)[^]*?\r?\n\r?\n([^]*?)\r?\n--/i.exec(raw) ?? [];
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body.replaceAll(/=\r?\n/g, '').replaceAll(/=([0-9A-F]{2})/g, (_sign, hex: string) => {
    return String.fromCodePoint(Number.parseInt(hex, 16));
  });
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

/** The six-digit line of a mail. */
export function codeIn(raw: string): string {
  const code = /^(\d{6})\r?$/m.exec(textOf(raw))?.[1];
  if (code === undefined) throw new Error(`there is no code in this mail:\n${raw}`);
  return code;
}
