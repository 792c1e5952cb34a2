import { createHash, createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { parseDecimal } from '@bourse/engine';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type CurrencyProtocol, declaredChains } from '../chains/index.ts';
import type { Currency } from '../../ground/feed/index.ts';
import { decimalText } from './dollars.ts';
import { type Bought, type Offer, type OnRamp, type OpenedOrder, ProviderUnavailable, type Report } from './on-ramp.ts';
import { isSigned } from './signature.ts';

/** The keys of an account with MoonPay; keys of its sandbox begin with `pk_test_`. */
export interface MoonPayKeys {
  /** Names the account in addresses. */
  readonly publishable: string;
  /** Signs the address of the page. */
  readonly secret: string;
  /** Signs the reports. */
  readonly webhook: string;
}

interface MoonPaySource extends MoonPayKeys {
  /** Where MoonPay answers quotes. */
  readonly api?: string;
  /** The time limit of a request. */
  readonly timeoutMs?: number;
  /** MoonPay's code of a currency on a network; null if it sells none there. */
  readonly codeOf?: (currency: Currency, protocol: CurrencyProtocol) => string | null;
}

const answerWithinMs = 5_000;
const maxBytes = 64 * 1024;
const reference = 'bourse-';

/** MoonPay's codes by chain and currency. */
const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ethereum: { ETH: 'eth', USDT: 'usdt', LINK: 'link' },
  bitcoin: { BTC: 'btc' },
  litecoin: { LTC: 'ltc' },
};

const Amount = Type.Number({ minimum: 0, maximum: 1e15 });
const QuoteBody = Compile(
  Type.Object({
    quoteCurrencyAmount: Amount,
    feeAmount: Amount,
    /** The part of the account's owner. */
    extraFeeAmount: Amount,
    networkFeeAmount: Amount,
    /** Everything that the card pays. */
    totalAmount: Amount,
  }),
);
const ReportBody = Compile(
  Type.Object({
    type: Type.String({ maxLength: 100 }),
    data: Type.Object({
      id: Type.String({ minLength: 1, maxLength: 100 }),
      status: Type.String({ maxLength: 100 }),
      externalTransactionId: Type.Union([Type.String({ maxLength: 200 }), Type.Null()]),
    }),
  }),
);

/**
 * MoonPay by its published protocol: quotes of its interface, a page whose address is signed, and signed reports. It
 * delivers coins to the address in the page's address, and names orders by our number.
 *
 * @see https://dev.moonpay.com
 */
export class MoonPay implements OnRamp {
  readonly name = 'moonpay';
  readonly isDemo = false;
  /** Its page can be paid by another card, and later than its order. */
  readonly closesOrders = false;
  readonly #source: MoonPaySource;

  constructor(source: MoonPaySource) {
    this.#source = source;
  }

  sells(currency: Currency, protocol: CurrencyProtocol): boolean {
    return this.#code(currency, protocol) !== null;
  }

  async quote({ cents, currency, protocol }: Bought): Promise<Offer | null> {
    const { api = 'https://api.moonpay.com', publishable } = this.#source;
    const code = this.#code(currency, protocol);
    if (code === null) return null;
    const url = new URL(`/v3/currencies/${code}/buy_quote`, api);
    url.search = new URLSearchParams({
      apiKey: publishable,
      baseCurrencyCode: 'usd',
      baseCurrencyAmount: decimalText(cents),
      // The fees are part of the amount.
      areFeesIncluded: 'true',
      paymentMethod: 'credit_debit_card',
    }).toString();
    const answer = await this.#fetch(url);
    if (!QuoteBody.Check(answer)) throw new ProviderUnavailable('The quote of MoonPay cannot be read.');
    const units = parseDecimal(plainText(answer.quoteCurrencyAmount, currency.decimals), currency.decimals);
    const { extraFeeAmount, feeAmount, networkFeeAmount, totalAmount } = answer;
    if (Math.abs(totalAmount * 100 - cents) > 1)
      throw new ProviderUnavailable('The quote of MoonPay has another total.');
    const fees = (feeAmount + extraFeeAmount + networkFeeAmount) * 100;
    const feeCents = Math.min(cents - 1, Math.ceil(fees - 1e-6));
    return units === null ? null : { units, feeCents };
  }

  open({ address, cents, currency, id, protocol }: OpenedOrder): Promise<string> {
    const { publishable, secret } = this.#source;
    const code = this.#code(currency, protocol);
    if (code === null) return Promise.reject(new ProviderUnavailable('MoonPay does not sell this currency.'));
    const host = publishable.startsWith('pk_test_') ? 'https://buy-sandbox.moonpay.com' : 'https://buy.moonpay.com';
    const query = `?${new URLSearchParams({
      apiKey: publishable,
      currencyCode: code,
      walletAddress: address,
      baseCurrencyCode: 'usd',
      baseCurrencyAmount: decimalText(cents),
      lockAmount: 'true',
      externalTransactionId: `${reference}${id}`,
    }).toString()}`;
    const signature = createHmac('sha256', secret).update(query).digest('base64');
    return Promise.resolve(`${host}${query}&signature=${encodeURIComponent(signature)}`);
  }

  read(headers: IncomingHttpHeaders, body: Buffer, nowMs: number): Report | 'forged' | 'ignored' {
    const header = headers['moonpay-signature-v2'];
    if (!isSigned(header, { body, field: 's', key: this.#source.webhook, nowMs })) return 'forged';
    const report = readJson(body);
    if (!ReportBody.Check(report) || !report.type.startsWith('transaction_')) return 'ignored';
    const status = statuses[report.data.status];
    const order = orderOf(report.data.externalTransactionId);
    if (status === undefined || order === null) return 'ignored';
    // Reports have no id of their own: the same state of the same transaction is the same report.
    const name = createHash('sha256').update(`${report.data.id} ${report.data.status}`).digest('hex');
    return { eventId: name, order, status };
  }

  #code(currency: Currency, protocol: CurrencyProtocol): string | null {
    return (this.#source.codeOf ?? declaredCode)(currency, protocol);
  }

  async #fetch(url: URL): Promise<unknown> {
    const { timeoutMs = answerWithinMs } = this.#source;
    try {
      const response = await fetch(url, {
        headers: { accept: 'application/json' },
        // A redirect may lead to another host.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.status !== 200) {
        await response.body?.cancel();
        throw new ProviderUnavailable(`MoonPay answered ${response.status}.`);
      }
      const read: unknown = JSON.parse(await readText(response));
      return read;
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw error;
      throw new ProviderUnavailable('MoonPay cannot be reached.', { cause: error });
    }
  }
}

/** MoonPay's final states of a transaction, and those that mean nothing for an order yet. */
const statuses: Readonly<Record<string, Report['status'] | undefined>> = {
  completed: 'paid',
  failed: 'declined',
};

function declaredCode({ code }: Currency, { chain }: CurrencyProtocol): string | null {
  const declared = declaredChains.find(({ id }) => id === chain);
  return codes[declared?.code ?? '']?.[code] ?? null;
}

function orderOf(id: string | null): number | null {
  const digits = id?.startsWith(reference) === true ? id.slice(reference.length) : '';
  return /^[1-9]\d{0,14}$/.test(digits) ? Number(digits) : null;
}

/** A JSON number without an exponent, cut to these decimals. */
function plainText(value: number, decimals: number): string {
  const text = value.toFixed(Math.min(20, decimals + 2));
  const point = text.indexOf('.');
  return point < 0 ? text : text.slice(0, decimals === 0 ? point : point + 1 + decimals);
}

function readJson(body: Buffer): unknown {
  try {
    const read: unknown = JSON.parse(body.toString('utf8'));
    return read;
  } catch {
    return null;
  }
}

async function readText({ body }: Response): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new ProviderUnavailable('The answer of MoonPay is too large.');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
