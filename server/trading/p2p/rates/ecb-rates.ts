import { Unavailable } from '../../../ground/background/index.ts';
import { type ReferenceRates, readReferenceRates } from './ecb-document.ts';
import type { ReportedRate } from './fiat-rates.ts';

interface EcbSource {
  /** The address of the document. */
  readonly url: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** The time limit of a request. */
  readonly timeoutMs?: number;
}

const answerWithinMs = 10_000;
/** The document has about 2 kB. */
const maxBytes = 64 * 1024;
const dayMs = 86_400_000;
/**
 * Rates of an older day are not used. They are published on working days at about 16:00 CET, so before the next ones
 * those of the Thursday before Easter are almost six days old.
 */
const maxAgeMs = 6 * dayMs;

/**
 * The daily reference rates of the European Central Bank. Each reading asks whether the document has changed, and
 * reports all of its rates as of now: as long as the bank shows them, they are its newest.
 */
export class EcbRates {
  readonly #source: EcbSource;
  #last: { readonly rates: ReferenceRates; readonly validator: Readonly<Record<string, string>> } | null = null;

  constructor(source: EcbSource) {
    this.#source = source;
  }

  /**
   * The rates of all currencies of the document.
   *
   * @throws Unavailable if it cannot be read, is malformed or too old
   */
  async read(signal: AbortSignal): Promise<readonly ReportedRate[]> {
    const { day, dayMs: ofMs, rates } = await this.#rates(signal);
    const atMs = this.#source.now();
    if (atMs - ofMs > maxAgeMs) throw new Unavailable(`The newest reference rates of fiat currencies are of ${day}.`);
    if (ofMs - atMs > dayMs)
      throw new Unavailable(`The reference rates of fiat currencies are of a future day: ${day}.`);
    return [...rates].map(([fiat, rate]) => ({ fiat, rate, atMs }));
  }

  async #rates(signal: AbortSignal): Promise<ReferenceRates> {
    const known = this.#last;
    const { status, text, validator } = await this.#fetch(known?.validator ?? {}, signal);
    if (status === 304 && known !== null) return known.rates;
    if (status !== 200) throw new Unavailable(`The source of fiat rates answered ${status}.`);
    const rates = readReferenceRates(text);
    if ('problem' in rates) throw new Unavailable(`The document of fiat rates cannot be used: ${rates.problem}.`);
    this.#last = { rates, validator };
    return rates;
  }

  async #fetch(validator: Readonly<Record<string, string>>, signal: AbortSignal) {
    const { timeoutMs = answerWithinMs, url } = this.#source;
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/xml, text/xml', ...validator },
        // A redirect may lead to another host.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      });
      const text = response.status === 200 ? await readText(response) : '';
      if (response.status !== 200) await response.body?.cancel();
      return { status: response.status, text, validator: validatorOf(response.headers) };
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      throw new Unavailable('The source of fiat rates cannot be reached.', { cause: error });
    }
  }
}

/** The headers that ask for the document only if it has changed. */
function validatorOf(headers: Headers): Readonly<Record<string, string>> {
  const etag = headers.get('etag');
  if (etag !== null) return { 'if-none-match': etag };
  const changed = headers.get('last-modified');
  return changed === null ? {} : { 'if-modified-since': changed };
}

async function readText({ body }: Response): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new Unavailable('The document of fiat rates is too large.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
