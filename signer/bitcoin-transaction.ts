import { Address, OutScript, type NETWORK, Transaction } from '@scure/btc-signer';
import type { DecodedTransaction, PaidOutput } from './decoded-transaction.ts';

/**
 * Reads a PSBT (version 0, base64) that spends only P2WPKH outputs of the payer's address. Null for anything else.
 * The amounts of its inputs are part of what is signed (BIP 143): a wrong amount makes the signature invalid.
 */
export function decodeBitcoinTransaction(
  encoded: string,
  from: string,
  network: typeof NETWORK,
): DecodedTransaction | null {
  try {
    return decode(encoded, from, network);
  } catch {
    // The library throws for everything that it cannot read.
    return null;
  }
}

function decode(encoded: string, from: string, network: typeof NETWORK): DecodedTransaction | null {
  const transaction = Transaction.fromPSBT(Buffer.from(encoded, 'base64'));
  const addresses = Address(network);
  const addressOf = (script: Uint8Array): string => addresses.encode(OutScript.decode(script));
  let received = 0n;
  for (let n = 0; n < transaction.inputsLength; n += 1) {
    const { witnessUtxo, sighashType = 1, finalScriptWitness, partialSig } = transaction.getInput(n);
    if (witnessUtxo === undefined || addressOf(witnessUtxo.script) !== from || sighashType !== 1) return null;
    if (finalScriptWitness !== undefined || partialSig !== undefined) return null;
    received += witnessUtxo.amount;
  }
  const outputs: PaidOutput[] = [];
  let paid = 0n;
  for (let n = 0; n < transaction.outputsLength; n += 1) {
    const { script, amount } = transaction.getOutput(n);
    if (script === undefined || amount === undefined || amount === 0n) return null;
    paid += amount;
    const to = addressOf(script);
    if (to !== from) outputs.push({ to, memo: null, asset: '', amount });
  }
  const { txid, index } = transaction.getInput(0);
  if (txid === undefined || index === undefined || paid > received || transaction.outputsLength === 0) return null;
  return {
    slot: `${Buffer.from(txid).toString('hex')}:${index}`,
    outputs,
    fee: received - paid,
    sign: ({ privateKey }) => {
      transaction.sign(privateKey, [1]);
      transaction.finalize();
      return Promise.resolve({ raw: transaction.hex, hash: transaction.id });
    },
  };
}
