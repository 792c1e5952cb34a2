/** An error of JSON-RPC, with the sentences of go-ethereum, by which clients tell them apart. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
