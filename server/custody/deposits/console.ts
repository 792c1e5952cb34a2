import { type FollowedChainRow, networkCalls } from '@bourse/contract/console';
import { declaredChains } from '../chains/index.ts';
import { safeInteger } from '../../ground/database/index.ts';
import { registerDepositList } from './deposit-list.ts';
import type { ChainFollower } from './follower.ts';
import { answered, changed, refusal } from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export interface DepositConsoleParts extends With<'alarms' | 'chains' | 'console' | 'db' | 'now' | 'views'> {
  /** Those of the chains that are followed, by the id of the chain. */
  readonly followers: ReadonlyMap<
    number,
    Pick<ChainFollower, 'confirmations' | 'doubtedSinceMs' | 'progress' | 'readAtMs'>
  >;
}

/** An outage of a node, or a contradiction between two, that lasts longer is an alarm. */
const outageMs = 5 * 60_000;

/** Serves the chains and deposits to the operators' console, and raises the alarms of the chains. */
export function registerDepositConsole(parts: DepositConsoleParts): void {
  addAlarms(parts);
  registerChains(parts);
  registerDepositList(parts);
}

function addAlarms({ alarms, db, followers, now }: DepositConsoleParts): void {
  const some = (chains: number) => (chains === 0 ? null : { chains });
  alarms.add({
    name: 'chain_halted',
    check: async () => {
      const halted = await db.selectFrom('scan_cursors').select('chain_id').where('halted', 'is not', null).execute();
      return some(halted.length);
    },
  });
  alarms.add({
    name: 'chain_unread',
    check: () => some([...followers.values()].filter(({ readAtMs }) => now() - readAtMs > outageMs).length),
  });
  alarms.add({
    name: 'deposits_doubted',
    check: () => {
      const doubted = [...followers.values()].map(({ doubtedSinceMs }) => doubtedSinceMs ?? now());
      return some(doubted.filter((sinceMs) => now() - sinceMs > outageMs).length);
    },
  });
}

function registerChains({ chains, console, db, followers, now }: DepositConsoleParts): void {
  console.read(networkCalls.followedChains, async () => {
    const stored = await db.selectFrom('scan_cursors').selectAll().execute();
    const rows = declaredChains.map(({ code, id, name }): FollowedChainRow => {
      const read = stored.find((row) => row.chain_id === id);
      const head = followers.get(id)?.progress?.head.height ?? null;
      const cursor = read === undefined ? null : safeInteger(read.height);
      return {
        id,
        code,
        name,
        followed: chains.chain(id) !== null,
        head,
        cursor,
        lag: head === null || cursor === null ? null : Math.max(0, head - cursor),
        halted: read?.halted ?? null,
        read_at: followers.get(id)?.progress?.atMs ?? null,
        networks: chains.protocols.filter(({ chain }) => chain === id).length,
      };
    });
    return answered({ rows, next: null, as_of: now() });
  });

  console.change(networkCalls.resumeChain, async ({ halted, id }, { now: atMs, transaction }) => {
    const chain = declaredChains.find((declared) => declared.id === Number(id));
    if (chain === undefined) return refusal('chain_unknown');
    const updated = await transaction
      .updateTable('scan_cursors')
      .set({ halted: null, changed_at: atMs })
      .where('chain_id', '=', chain.id)
      .where('halted', '=', halted)
      .executeTakeFirst();
    if (updated.numUpdatedRows !== 1n) return refusal('chain_not_halted');
    const subject = { kind: 'chain', id: String(chain.id) };
    return changed({ id: chain.id }, { subject, before: { halted }, after: { halted: null } });
  });
}
