import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** The document of a day as the European Central Bank publishes it, with these rates: units for one euro. */
export function documentOf(day: string, rates: Readonly<Record<string, string>>): string {
  const lines = Object.entries(rates).map(([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
	<gesmes:subject>Reference rates</gesmes:subject>
	<gesmes:Sender>
		<gesmes:name>European Central Bank</gesmes:name>
	</gesmes:Sender>
	<Cube>
		<Cube time='${day}'>
${lines.join('\n')}
		</Cube>
	</Cube>
</gesmes:Envelope>
`;
}

/** A source of reference rates on this machine. */
export class RateServer {
  readonly url: string;
  /** Requests so far. */
  requests = 0;
  answer: Answer = (_request, response) => {
    response.writeHead(503).end();
  };
  readonly #close: () => Promise<void>;

  private constructor(url: string, close: () => Promise<void>) {
    this.url = url;
    this.#close = close;
  }

  static async open(): Promise<RateServer> {
    const server = createServer((request, response) => {
      opened.requests += 1;
      opened.answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const opened = new RateServer(`http://127.0.0.1:${port}/stats/eurofxref/eurofxref-daily.xml`, async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    return opened;
  }

  /** Answers this text from now on. */
  serve(text: string, headers: Readonly<Record<string, string>> = {}): void {
    this.answer = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/xml', ...headers }).end(text);
    };
  }

  async close(): Promise<void> {
    await this.#close();
  }
}
