import { Address, OutScript, Transaction } from '@scure/btc-signer';
import type { TransactionPlan, UnsignedTransaction } from '../adapter.ts';
import type { BitcoinNetwork } from './networks.ts';

/** Outputs below this many units are not relayed (Bitcoin Core's dust limit of a P2WPKH output at 3 units a byte). */
export const dustLimit = 294n;

/** BIP 125: the transaction can be replaced by one with a higher fee. */
const replaceable = 0xff_ff_ff_fd;

/**
 * Virtual bytes of a transaction that spends P2WPKH outputs: 10.5 for the frame, 68 for each input with the longest
 * signature, and 9 and its script for each output (BIP 141).
 */
export function virtualBytes(inputs: number, scriptBytes: readonly number[]): bigint {
  const weight = 42 + inputs * 272 + scriptBytes.reduce((sum, bytes) => sum + (9 + bytes) * 4, 0);
  return BigInt(Math.ceil(weight / 4));
}

/**
 * Builds a PSBT that spends the given inputs completely: the outputs, the fee, and the rest back to `from` unless it is
 * dust, which goes to the fee. Without outputs everything returns to `from`: the cancellation of a payment. With
 * `paysRest` the only output receives the rest.
 *
 * @throws RangeError if the inputs do not suffice, an output is dust, or an output has a memo or a token
 */
export function planTransaction(given: TransactionPlan, network: BitcoinNetwork): UnsignedTransaction {
  const plan = given.paysRest === true ? withRest(given, network) : given;
  const { from, outputs, inputs, fee } = plan;
  const [first] = inputs;
  if (first === undefined) throw new RangeError('A transaction needs an input.');
  const addresses = Address(network);
  const scriptOf = (address: string) => OutScript.encode(addresses.decode(address));
  const paid = outputs.map(({ to, asset, memo, amount }) => {
    if (asset !== '' || memo !== null) throw new RangeError('The chain has neither tokens nor memos.');
    if (amount < dustLimit) throw new RangeError('An output is too small to be relayed.');
    return { script: scriptOf(to), amount };
  });
  const change = scriptOf(from);
  const available =
    inputs.reduce((sum, { amount }) => sum + amount, 0n) - paid.reduce((sum, one) => sum + one.amount, 0n);
  const lengths = paid.map(({ script }) => script.length);
  const withChange = fee.maximum * virtualBytes(inputs.length, [...lengths, change.length]);
  const rest = available - withChange;
  const keepsChange = rest >= dustLimit;
  const maximumFee = keepsChange ? withChange : available;
  if (!keepsChange && (paid.length === 0 || available < fee.maximum * virtualBytes(inputs.length, lengths))) {
    throw new RangeError('The inputs do not cover the outputs and the fee.');
  }
  const transaction = new Transaction();
  for (const { tx, output, address, amount } of inputs) {
    const witnessUtxo = { script: scriptOf(address), amount };
    transaction.addInput({ txid: tx, index: output, sequence: replaceable, witnessUtxo });
  }
  for (const output of paid) transaction.addOutput(output);
  if (keepsChange) transaction.addOutput({ script: change, amount: rest });
  return {
    encoded: Buffer.from(transaction.toPSBT()).toString('base64'),
    slot: `${first.tx}:${first.output}`,
    maximumFee,
    gas: null,
  };
}

/**
 * Whether a PSBT pays exactly these outputs and at most the rest to `from`. With `paysRest` the only output has any
 * amount.
 */
export function makesPayments(
  encoded: string,
  { from, outputs, paysRest = false }: Omit<TransactionPlan, 'fee' | 'inputs'>,
  network: BitcoinNetwork,
): boolean {
  const addresses = Address(network);
  const transaction = psbtOf(encoded);
  if (transaction === null) return false;
  const found = Array.from({ length: transaction.outputsLength }, (_unused, at) => transaction.getOutput(at));
  const isTo = (at: number, address: string): boolean => {
    const script = found[at]?.script;
    return script !== undefined && Buffer.from(script).equals(OutScript.encode(addresses.decode(address)));
  };
  const isPaid = outputs.every(
    ({ amount, asset, memo, to }, at) =>
      asset === '' && memo === null && isTo(at, to) && (paysRest || found[at]?.amount === amount),
  );
  const hasChange = found.length === outputs.length + 1 && !paysRest && isTo(outputs.length, from);
  return isPaid && found.length > 0 && (found.length === outputs.length || hasChange);
}

function psbtOf(encoded: string): Transaction | null {
  try {
    return Transaction.fromPSBT(Buffer.from(encoded, 'base64'));
  } catch {
    return null;
  }
}

/** The plan whose only output receives everything that the fee leaves. */
function withRest(plan: TransactionPlan, network: BitcoinNetwork): TransactionPlan {
  const [output, ...others] = plan.outputs;
  if (output === undefined || others.length > 0) throw new RangeError('Only one output can receive the rest.');
  const script = OutScript.encode(Address(network).decode(output.to));
  const available = plan.inputs.reduce((sum, { amount }) => sum + amount, 0n);
  const amount = available - plan.fee.maximum * virtualBytes(plan.inputs.length, [script.length]);
  return { ...plan, outputs: [{ ...output, amount }] };
}
