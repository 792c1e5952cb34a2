import { healthCalls, type HealthReport } from '@bourse/contract/console';
import { logicVersion } from '@bourse/engine';
import type { Core, CoreReport } from '../../../ground/core/index.ts';
import type { SocketHub } from '../../../ground/feed/index.ts';
import type { Notify } from '../../../people/notify/index.ts';
import { answered, changed, refusal } from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

export interface HealthParts extends With<'console' | 'now' | 'upkeep'> {
  readonly core: Pick<Core, 'sequence' | 'status' | 'waiting'>;
  readonly hub: Pick<
    SocketHub,
    'behind' | 'bytesWaiting' | 'dropped' | 'maxBytesWaiting' | 'sockets' | 'subscriptions'
  >;
  readonly notify: Pick<Notify, 'keeps' | 'messages'>;
}

/** Serves the state of the exchange, and clears suspended commands. */
export function registerHealth({ console, core, hub, notify, now, upkeep }: HealthParts): void {
  console.read(healthCalls.health, async () => {
    const [report, mail] = await Promise.all([upkeep.report().catch(() => null), mailOf(notify).catch(() => null)]);
    const { heapUsed, rss } = process.memoryUsage();
    return answered({
      as_of: now(),
      exchange: exchangeOf(core),
      disk: upkeep.disk === null ? null : { room: upkeep.disk.room, free_bytes: upkeep.disk.freeBytes },
      storage: report === null ? null : storageOf(report),
      mail,
      sockets: {
        connected: hub.sockets,
        subscriptions: hub.subscriptions,
        behind: hub.behind,
        waiting_bytes: hub.bytesWaiting,
        max_waiting_bytes: hub.maxBytesWaiting,
        dropped: hub.dropped,
      },
      process: {
        started_at: Math.round(now() - process.uptime() * 1_000),
        node: process.version,
        resident_bytes: rss,
        heap_bytes: heapUsed,
      },
    });
  });

  console.change(healthCalls.clearSuspension, async ({ command, incident, user }) => {
    const { suspended } = await upkeep.report();
    const found = suspended.find((row) => row.user === user && row.command === command && row.incident === incident);
    if (found === undefined) return refusal('suspension_unknown');
    // The table belongs to another login. It is changed before the row of the audit log, which would otherwise report a
    // change that failed.
    if (!(await upkeep.clearSuspension({ user, command, incident }))) return refusal('suspension_unknown');
    const before = { command, incident, since: found.sinceMs };
    return changed(null, { subject: { kind: 'user', id: String(user) }, before, after: { command, incident: null } });
  });
}

function exchangeOf(core: HealthParts['core']): HealthReport['exchange'] {
  const { cancelOnly, checks, lastCommitAtMs, open, reason } = core.status();
  return {
    open,
    cancels_only: cancelOnly,
    reason,
    last_commit_at: lastCommitAtMs === 0 ? null : lastCommitAtMs,
    sequence: core.sequence,
    waiting: core.waiting,
    recovered: checks.recovered,
    commits: checks.database,
    is_only_core: checks.fence,
    clock_trusted: checks.clock,
    logic_version: logicVersion,
  };
}

function storageOf({ database, incidents, snapshots, suspended }: CoreReport): NonNullable<HealthReport['storage']> {
  const { newest } = snapshots;
  return {
    version: database.version,
    started_at: database.startedAtMs,
    bytes: database.bytes,
    connections: database.connections,
    max_connections: database.maxConnections,
    standbys: database.standbys,
    synchronous: database.isSynchronous,
    slots: database.slots.map(({ active, behindBytes, name }) => ({ name, active, behind_bytes: behindBytes })),
    snapshots: {
      count: snapshots.count,
      newest:
        newest === null
          ? null
          : {
              sequence: newest.sequence,
              at: newest.takenAtMs,
              bytes: newest.bytes,
              logic_version: newest.logicVersion,
            },
    },
    incidents: incidents.map(({ atMs, ...incident }) => ({ ...incident, at: atMs })),
    suspended: suspended.map(({ sinceMs, ...row }) => ({ ...row, since: sinceMs })),
  };
}

async function mailOf({ keeps, messages }: HealthParts['notify']): Promise<NonNullable<HealthReport['mail']>> {
  const states = await messages.state();
  return (['email', 'sms'] as const).map((channel) => {
    const state = states.find((row) => row.channel === channel);
    return {
      channel,
      sends: !keeps(channel),
      queued: state?.queued ?? 0,
      retried: state?.retried ?? 0,
      oldest_queued_at: state?.oldestQueuedAtMs ?? null,
      sent: state?.sent ?? 0,
      failed: state?.failed ?? 0,
    };
  });
}
