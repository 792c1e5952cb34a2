import { type EvmNode, NodeRefusal } from '../../../custody/chains/index.ts';
import type { DemoChain } from './demo-chain.ts';
import { RpcError } from './rpc-error.ts';
import { answerRpc } from './rpc.ts';

/** The node of a demo chain in the same process. Answers pass through JSON, as they would from a node elsewhere. */
export class DemoNode implements EvmNode {
  readonly #chain: DemoChain;

  constructor(chain: DemoChain) {
    this.#chain = chain;
  }

  async request(method: string, params: readonly unknown[]): Promise<unknown> {
    try {
      const answer: unknown = await answerRpc(this.#chain, method, params);
      const copy: unknown = JSON.parse(JSON.stringify(answer));
      return copy;
    } catch (error) {
      if (error instanceof RpcError) throw new NodeRefusal(error.code, error.message);
      throw error;
    }
  }
}
