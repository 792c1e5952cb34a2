import { type ConsoleCall, consoleFourEyes } from '@bourse/contract/console';
import { accountType, amount, venue } from '@bourse/engine';
import { Type } from 'typebox';
import type { Core } from '../../../ground/core/index.ts';
import { btcusdt, usdt } from '../../../ground/core/testing/commands.ts';
import { openAppDatabase, openIdentityPool } from '../../../ground/database/index.ts';
import type { DatabaseSettings } from '../../../ground/database/index.ts';
import { Approvals } from '../approvals/index.ts';
import { AuditLog } from '../audit/index.ts';
import { idleBackground } from '../../../ground/background/testing/idle-background.ts';
import {
  type ActionContext,
  Actions,
  type ApprovalExecutor,
  type AuditPort,
  type Decision,
  type EnrolledStaff,
  type Grounds,
  prepared,
  type StaffMember,
} from '../../../ground/console-gateway/index.ts';

const audience = ['admin'] as const;
const output = Type.Null();
export const fees = consoleFourEyes({ audience, path: 'markets/fees', output });
export const pay = consoleFourEyes({ audience, path: 'money/pay', output });

function enrolled(id: number): EnrolledStaff {
  return { id, name: `Person ${id}`, email: `p${id}@example.com`, roles: ['admin'] };
}

export function memberOf(id: number): StaffMember {
  return { ...enrolled(id), session: 1, steppedUpAtMs: 0, address: '192.0.2.1', requestId: `r${id}` };
}

const now = (): number => 1_800_000_000_000;

/** Approvals and audit log on a database. */
export function openApprovals(database: DatabaseSettings) {
  const db = openAppDatabase(openIdentityPool(database));
  const audit = new AuditLog(db, now);
  const roll = {
    of: (id: number) => Promise.resolve(enrolled(id)),
    all: () => Promise.resolve([]),
    keep: () => Promise.resolve(),
    names: () => Promise.resolve(new Map<number, string>()),
  };
  const log = { warn: () => undefined, error: () => undefined };
  const calls: Readonly<Record<string, ConsoleCall>> = { fees, pay };
  const approvals = new Approvals({
    background: idleBackground(),
    db,
    audit,
    staff: roll,
    calls,
    fourEyes: () => true,
    now,
    log,
  });
  return { db, audit, approvals };
}

/** Carries out approved commands as the gateway does. */
export function executorOf(
  path: string,
  parts: {
    readonly db: ReturnType<typeof openApprovals>['db'];
    readonly core: Pick<Core, 'submit' | 'sequence'>;
    readonly audit: AuditPort;
  },
): ApprovalExecutor {
  const actions = new Actions(parts);
  return async ({ admit, by, id, reason, reasonCode }, settle) => {
    const context: ActionContext = { by, approval: id, movement: { source: 'approval', n: id }, now: now() };
    const grounds: Grounds = { path, context, admit, reasonCode, reason, asked: null };
    const effect = { subject: { kind: 'market', id: '1' }, before: null, after: { path } };
    await actions.command(grounds, () => prepared(decisionOf(path, context), effect, () => null), {
      settle: (transaction, answer) =>
        settle(transaction, answer.ok ? { ok: true, result: answer.data } : { ...answer, ok: false }),
    });
  };
}

/** A new tier for each person, because the exchange records no decision that changes nothing. */
function decisionOf(path: string, { by, movement }: ActionContext): Decision {
  const rates = { makerFeePpm: 500, takerFeePpm: 500 };
  if (path === fees.path) return { type: 'set_fee_tier', market: btcusdt, tier: by.id, rates };
  const sides = { from: accountType.external, toUser: venue, to: accountType.treasury };
  return { type: 'venue_transfer', ...sides, currency: usdt, amount: amount(1_000), ...movement };
}
