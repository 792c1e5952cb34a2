import type { Core, Upkeep } from '../../../ground/core/index.ts';
import { isDatabaseUnavailable } from '../../../ground/database/index.ts';
import type { Notify } from '../../../people/notify/index.ts';
import type { AlarmDetails, ConsoleGateway } from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

export interface OwnAlarmParts extends With<'alarms' | 'auditWatch' | 'now'> {
  readonly console: Pick<ConsoleGateway, 'recordLate'>;
  readonly core: Pick<Core, 'status'>;
  readonly notify: Pick<Notify, 'messages'>;
  readonly upkeep: Pick<Upkeep, 'disk' | 'report' | 'suspended'>;
}

/** A queued message is late after this time. */
const lateMailMs = 5 * 60_000;
/** The whole audit log is verified this often. */
const verifyEveryMs = 60 * 60_000;

/** Adds the alarms of the exchange itself. */
export function addOwnAlarms(parts: OwnAlarmParts): void {
  const { alarms, core, notify, now, upkeep } = parts;
  alarms.add({
    name: 'exchange_closed',
    check: () => {
      const { open, reason } = core.status();
      return open ? null : { reason: reason ?? '' };
    },
  });
  alarms.add({
    name: 'cancels_only',
    check: () => {
      const { cancelOnly, reason } = core.status();
      return cancelOnly ? { reason: reason ?? '' } : null;
    },
  });
  alarms.add({ name: 'clock_untrusted', check: () => (core.status().checks.clock ? null : {}) });
  alarms.add({
    name: 'disk_low',
    check: () => {
      const { disk } = upkeep;
      return disk === null || disk.room === 'ample' ? null : { free_bytes: disk.freeBytes ?? 0 };
    },
  });
  alarms.add({
    name: 'database_unreachable',
    check: async () => {
      try {
        await upkeep.report();
        return null;
      } catch (error) {
        if (isDatabaseUnavailable(error)) return {};
        throw error;
      }
    },
  });
  alarms.add({
    name: 'command_suspended',
    check: () => (upkeep.suspended === 0 ? null : { commands: upkeep.suspended }),
  });
  alarms.add({
    name: 'outcome_unrecorded',
    check: async () => {
      const commands = await parts.console.recordLate();
      return commands === 0 ? null : { commands };
    },
  });
  alarms.add({
    name: 'mail_failing',
    check: async () => {
      const late = (await notify.messages.state()).filter(
        ({ oldestQueuedAtMs, retried }) => retried > 0 && now() - (oldestQueuedAtMs ?? now()) > lateMailMs,
      );
      if (late.length === 0) return null;
      return {
        queued: late.reduce((sum, { queued }) => sum + queued, 0),
        oldest_at: Math.min(...late.map(({ oldestQueuedAtMs }) => oldestQueuedAtMs ?? now())),
      };
    },
  });
  alarms.add({ name: 'audit_broken', check: auditCheck(parts) });
}

/** Verifies the audit log once an hour. */
function auditCheck({ auditWatch, now }: OwnAlarmParts): () => Promise<AlarmDetails | null> {
  return async () => {
    const { last } = auditWatch;
    const isFresh = last !== null && now() - last.verified_at < verifyEveryMs;
    const { broken } = isFresh ? last : await auditWatch.verify();
    return broken === null ? null : { row: broken.id, problem: broken.problem };
  };
}
