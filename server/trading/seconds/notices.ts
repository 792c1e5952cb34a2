import type { MicroChangedMessage, MicroClosedMessage } from '@bourse/contract/seconds';
import type { NoticeSource, Views } from '../../ground/feed/index.ts';
import { closedContract, isAboutContract } from './contract-state.ts';
import type { ContractState } from './contract-state.ts';
import { secondsView } from './seconds-view.ts';
import { contractOnWire } from './wire.ts';

/** Notifies the owners of contracts that were bought, struck or closed. */
export const secondsNotices: NoticeSource = {
  reads: ['seconds_accepted', 'seconds_struck', 'seconds_closed'],
  of: ({ events, sequence, timeMs }, views, listens) =>
    events.flatMap((event) => {
      if (!isAboutContract(event) || !listens(event.user)) return [];
      const isClosed = event.type === 'seconds_closed';
      // A contract that ended later in the same command has its own notice.
      const contract = isClosed ? closedContract(event) : secondsView.of(views).find(event.user, event.contract);
      if (contract === undefined) return [];
      const message = messageOf(contract, sequence, timeMs, views);
      return { user: event.user, delivery: { kind: 'every' }, write: () => [message] };
    }),
};

function messageOf(
  contract: ContractState,
  sequence: number,
  timeMs: number,
  views: Views,
): MicroChangedMessage | MicroClosedMessage {
  const order = contractOnWire(contract, timeMs, views);
  return contract.end === null ? { type: 'MICRO_CHANGED', sequence, order } : { type: 'MICRO_CLOSED', sequence, order };
}
