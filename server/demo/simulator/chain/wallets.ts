import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { bytesToHex, encodeFunctionData, erc20Abi, getAddress, type Hex, toHex } from 'viem';
import { privateKeyToAccount, type PrivateKeyAccount } from 'viem/accounts';
import { type DemoChain, demoChainId, suggestedPriorityFee } from './demo-chain.ts';
import { RpcError } from './rpc-error.ts';

/** A payment to make on the chain. */
export interface DemoPayment {
  readonly to: string;
  /** `''` for the coin, otherwise the contract of a token. */
  readonly asset: string;
  readonly amount: bigint;
  readonly memo: string | null;
}

/** Keys that play the world outside: the faucet, and a wallet for each person. They hold demo money only. */
export class OutsideWallets {
  readonly #root: HDKey;

  private constructor(seed: Uint8Array) {
    this.#root = HDKey.fromMasterSeed(seed);
  }

  /** Opens the wallets of a folder; its first opening makes their seed. @throws the error of the file system */
  static open(folder: string): OutsideWallets {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const path = join(folder, 'outside.seed');
    if (!existsSync(path)) writeSeed(path);
    return new OutsideWallets(Buffer.from(readFileSync(path, 'utf8').trim(), 'hex'));
  }

  get faucet(): PrivateKeyAccount {
    return this.#account("m/44'/60'/0'/1/0");
  }

  /** The demo exchange's cold wallet, whose key its signer does not have. */
  get cold(): PrivateKeyAccount {
    return this.#account("m/44'/60'/0'/2/0");
  }

  /** The wallet of a person outside the exchange. */
  wallet(user: number): PrivateKeyAccount {
    return this.#account(`m/44'/60'/0'/0/${user}`);
  }

  #account(path: string): PrivateKeyAccount {
    const { privateKey } = this.#root.derive(path);
    if (privateKey === null) throw new Error('A derived key has no private key.');
    return privateKeyToAccount(bytesToHex(privateKey));
  }
}

/** Part of a seed, as a full disk would leave it, would be the seed of other wallets. */
function writeSeed(path: string): void {
  const draft = `${path}.new`;
  try {
    writeFileSync(draft, randomBytes(32).toString('hex'), { mode: 0o600, flush: true });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * Signs a payment with the next nonce of an account and sends it, after the account's payments that began before.
 *
 * @throws RpcError if the chain refuses it, or the account has less than this beside its waiting payments
 */
export async function payOnChain(chain: DemoChain, account: PrivateKeyAccount, payment: DemoPayment): Promise<string> {
  return chain.senders.run(account.address, async () => sign(chain, account, payment));
}

async function sign(
  chain: DemoChain,
  account: PrivateKeyAccount,
  { amount, asset, memo, to }: DemoPayment,
): Promise<string> {
  // The estimate does not know the payments that wait, and a token's payment that lacks money is mined without effect.
  if (chain.spendable(asset, account.address) < amount) throw new RpcError(-32_000, 'insufficient funds for transfer');
  const note = memo === null ? '' : Buffer.from(memo, 'utf8').toString('hex');
  const data: Hex =
    asset === ''
      ? `0x${note}`
      : `${encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [getAddress(to), amount] })}${note}`;
  const call = { to: getAddress(asset === '' ? to : asset), value: asset === '' ? amount : 0n, data };
  const gas = chain.estimate({ ...call, from: account.address.toLowerCase(), to: call.to.toLowerCase() });
  const raw = await account.signTransaction({
    type: 'eip1559',
    chainId: demoChainId,
    nonce: chain.pendingNonce(account.address),
    gas,
    ...call,
    maxFeePerGas: chain.baseFee * 2n + suggestedPriorityFee,
    maxPriorityFeePerGas: suggestedPriorityFee,
  });
  return chain.send(toHex(Buffer.from(raw.slice(2), 'hex')));
}
