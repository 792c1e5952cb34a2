import { type Core, openCore } from '../../../ground/core/index.ts';
import { safeInteger } from '../../../ground/database/index.ts';
import { executorOf, memberOf, openApprovals } from './approved-commands.ts';
import type { AuditPort } from '../../../ground/console-gateway/index.ts';

/**
 * A real process that carries out every approved request at once and stops each of them at another point, to be killed
 * there: `before_intent`, `intent` (recorded, but not submitted), `submitted` (durable, but without an outcome) and
 * `outcome` (recorded). Arguments: the database's URL, and the points in the order of the requests. Sends each point
 * that it reaches to its parent, and exits when the parent does.
 */
async function main(): Promise<void> {
  const [url = '', ...points] = process.argv.slice(2);
  process.on('disconnect', () => process.exit(0));
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const { core } = await openCore({ database: { url }, mode: 'live', schedule: { stopSnapshotMs: 60_000 }, log });
  core.open();
  const { approvals, audit, db } = openApprovals({ url });
  const ready = await db.selectFrom('approvals').selectAll().where('stage', '=', 'ready').orderBy('id').execute();
  await Promise.all(
    ready.map(async (row, index) => {
      const stopAt = async (reached: string): Promise<void> => {
        if (reached !== points[index]) return;
        process.send?.(reached);
        await new Promise(() => undefined);
      };
      const id = safeInteger(row.id);
      const by = memberOf(safeInteger(row.asked_by));
      const execute = executorOf(row.kind, {
        db,
        core: stoppingCore(core, stopAt),
        audit: stoppingAudit(audit, stopAt),
      });
      await execute(
        {
          id,
          admit: () => Promise.resolve(null),
          moneyRequest: null,
          payload: {},
          by,
          reasonCode: 'incident',
          reason: row.reason,
        },
        (transaction, result) => approvals.settle(transaction, id, result),
      );
      await stopAt('outcome');
    }),
  );
}

type StopAt = (point: string) => Promise<void>;

function stoppingAudit(audit: AuditPort, stopAt: StopAt): AuditPort {
  return {
    write: async (transaction, entry) => {
      if (entry.kind === 'intent') await stopAt('before_intent');
      return audit.write(transaction, entry);
    },
    record: (entry) => audit.record(entry),
  };
}

function stoppingCore(core: Core, stopAt: StopAt): Pick<Core, 'submit' | 'sequence'> {
  return {
    sequence: core.sequence,
    submit: async (command, options) => {
      await stopAt('intent');
      const committed = await core.submit(command, options);
      await stopAt('submitted');
      return committed;
    },
  };
}

await main();
