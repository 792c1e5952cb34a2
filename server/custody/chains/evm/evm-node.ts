import { ChainUnavailable } from '../adapter.ts';
import { hidden } from '../node-address.ts';
import { postJson, type PostOptions } from '../post-json.ts';

/** A node that speaks the Ethereum JSON-RPC. */
export interface EvmNode {
  /**
   * Calls a method and returns its result.
   *
   * @throws NodeRefusal if the node answers an error, ChainUnavailable if it does not answer
   */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
}

/** An error that a node answered, with the code of its JSON-RPC error. */
export class NodeRefusal extends Error {
  override readonly name = 'NodeRefusal';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export interface HttpNodeOptions extends PostOptions {
  /** Parts of the address that error messages must not contain. */
  readonly secrets?: readonly string[];
}

/** A node at an address. */
export class HttpEvmNode implements EvmNode {
  readonly #options: HttpNodeOptions;

  constructor(options: HttpNodeOptions) {
    this.#options = options;
  }

  async request(method: string, params: readonly unknown[]): Promise<unknown> {
    const { text, status } = await postJson(this.#options, { jsonrpc: '2.0', id: 1, method, params });
    const answer = parse(text);
    if (typeof answer === 'object' && answer !== null) {
      if ('result' in answer) return answer.result;
      if ('error' in answer && typeof answer.error === 'object' && answer.error !== null) {
        const { code, message } = { code: null, message: null, ...answer.error };
        if (typeof code === 'number' && typeof message === 'string')
          throw new NodeRefusal(code, hidden(message, this.#options.secrets ?? []));
      }
    }
    throw new ChainUnavailable(`The node answered HTTP status ${status} without a result.`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
