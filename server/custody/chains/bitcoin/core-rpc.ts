import { ChainUnavailable, OtherNetwork } from '../adapter.ts';
import { hidden } from '../node-address.ts';
import { postJson } from '../post-json.ts';

/** The address and login of a node. */
export interface CoreRpcOptions {
  /** Such as `http://127.0.0.1:8332`. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** The hash of the first block of its network; without one any network is accepted. */
  readonly genesis?: string;
  /** Parts of the address that error messages must not contain. */
  readonly secrets?: readonly string[];
  /** The time limit of a call. */
  readonly timeoutMs?: number;
}

/** An error that the node answers, by the code of Bitcoin Core's `protocol.h`. */
export class CoreRpcError extends Error {
  override readonly name = 'CoreRpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/**
 * JSON-RPC 1.0 as Bitcoin Core and its descendants speak it. Amounts, which the node writes as decimal numbers of
 * coins, are returned as the text of these numbers: a double cannot hold all of them.
 */
export class CoreRpc {
  readonly #options: CoreRpcOptions;
  #isRightNetwork = false;

  constructor(options: CoreRpcOptions) {
    this.#options = options;
  }

  /** @throws CoreRpcError if the node refuses, ChainUnavailable if it does not answer or answers no JSON */
  async call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    await this.#checkNetwork();
    return this.#post(method, params);
  }

  /**
   * Makes sure that the node follows the right network: once, and again after each time that it did not answer. Main
   * networks of all coins have the same name, `main`; their first blocks differ.
   */
  async #checkNetwork(): Promise<void> {
    const { genesis } = this.#options;
    if (this.#isRightNetwork || genesis === undefined) return;
    const first = await this.#post('getblockhash', [0]).catch((error: unknown) => {
      throw error instanceof CoreRpcError ? new ChainUnavailable(error.message, { cause: error }) : error;
    });
    if (typeof first !== 'string' || !/^[0-9a-f]{64}$/.test(first))
      throw new ChainUnavailable('The node answered something that is not a block.');
    if (first !== genesis) throw new OtherNetwork('The node follows another network.');
    this.#isRightNetwork = true;
  }

  async #post(method: string, params: readonly unknown[]): Promise<unknown> {
    const { url, user, password, secrets = [], timeoutMs } = this.#options;
    const headers = { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
    const post = { url, headers, ...(timeoutMs !== undefined && { timeoutMs }) };
    try {
      const { text, status } = await postJson(post, { jsonrpc: '1.0', id: 1, method, params });
      return readAnswer(text, status, (message) => hidden(message, secrets));
    } catch (error) {
      if (error instanceof ChainUnavailable) this.#isRightNetwork = false;
      throw error;
    }
  }
}

/** Errors come with HTTP status 500 and a JSON body, a wrong password with 401 and none. */
function readAnswer(text: string, status: number, shown: (message: string) => string): unknown {
  const answer = parse(text);
  if (typeof answer !== 'object' || answer === null || !('result' in answer) || !('error' in answer)) {
    throw new ChainUnavailable(`The node answered HTTP status ${status} without a result.`);
  }
  const { error, result } = answer;
  if (error === null) return result;
  if (typeof error === 'object' && 'code' in error && 'message' in error) {
    const { code, message } = error;
    // RPC_IN_WARMUP.
    if (code === -28) throw new ChainUnavailable('The node is starting.');
    if (typeof code === 'number' && typeof message === 'string') throw new CoreRpcError(code, shown(message));
  }
  throw new ChainUnavailable('The node answered an error without a code.');
}

const amountNames = new Set(['value', 'amount', 'fee', 'feerate', 'mempoolminfee', 'relayfee', 'minrelaytxfee']);

function parse(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown, { source }: { readonly source?: string } = {}) =>
      typeof value === 'number' && source !== undefined && amountNames.has(key) ? source : value,
    );
  } catch {
    return null;
  }
}

/** Units of 10⁻⁸ coins from the text of a number of coins, such as `0.5` or `1e-8`; null for other texts. */
export function unitsOf(coins: string): bigint | null {
  const match = /^(\d{1,10})(?:\.(\d{1,20}))?(?:[eE]([+-]?\d{1,2}))?$/.exec(coins);
  if (match === null) return null;
  const [, whole = '', fraction = '', exponent = '0'] = match;
  const shift = 8 + Number(exponent) - fraction.length;
  const digits = BigInt(whole + fraction);
  if (shift >= 0) return digits * 10n ** BigInt(shift);
  const divisor = 10n ** BigInt(0 - shift);
  return digits % divisor === 0n ? digits / divisor : null;
}
