import type { IntegerInput } from '@bourse/contract';
import type { ReceiverReason } from '@bourse/contract/withdrawals';
import type { Chains } from '../chains/index.ts';
import { type Refused, refused } from '../../ground/gateway/index.ts';
import { readReceiver, type RequestParts } from './request.ts';

/** The withdrawal that a code is for, as the request for the code names it. */
interface CodedWithdrawal {
  readonly currency_protocol_id: IntegerInput;
  readonly address: string;
  readonly memo?: string | undefined;
}

type ReceiverProblem = Refused<ReceiverReason | 'draw_closed' | 'protocol_unknown'>;

interface ReceiverParts extends Pick<RequestParts, 'isOwnAddress'> {
  readonly chains: Chains;
}

/**
 * Why the receiver of a withdrawal cannot be paid, as a quote and the request say it; null if it can. Also null while
 * the signer starts, without which the own addresses are unknown: the request then compares the receiver with them.
 */
export async function receiverProblem(
  parts: ReceiverParts,
  { currency_protocol_id, ...input }: CodedWithdrawal,
): Promise<ReceiverProblem | null> {
  const protocol = parts.chains.protocol(Number(currency_protocol_id));
  if (protocol === null) return refused('protocol_unknown');
  const chain = parts.chains.chain(protocol.chain);
  if (!protocol.opensWithdrawals || chain === null) return refused('draw_closed');
  const receiver = await readReceiver(parts, { chain, input, protocol });
  return 'ok' in receiver && receiver.error !== 'draw_closed' ? receiver : null;
}

declare module '../../ground/parts.ts' {
  interface Parts {
    /** Why a withdrawal cannot pay its receiver; null if it can. */
    readonly receiverProblem: (withdrawal: CodedWithdrawal) => Promise<ReceiverProblem | null>;
  }
}
