import { type AlarmRow, homeCalls } from '@bourse/contract/console';
import { acknowledgementOf } from './acknowledgements.ts';
import { type ActiveAlarm, answered, changed, refusal, type StaffRoll } from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

export interface HomeParts extends With<'alarms' | 'console' | 'identityDb' | 'now' | 'queues'> {
  readonly roll: StaffRoll;
}

/** Serves the queues and alarms, and records who deals with an alarm. */
export function registerHome({ alarms, console, identityDb, now, queues, roll }: HomeParts): void {
  const rowOf = async (alarm: ActiveAlarm): Promise<AlarmRow> => {
    const found = await acknowledgementOf(identityDb, alarm);
    const names = found === null ? null : await roll.names();
    const { details, name, sinceMs: since } = alarm;
    const acknowledged =
      found === null
        ? null
        : { by: names?.get(found.staff) ?? `#${found.staff}`, at: found.atMs, reason: found.reason };
    return { name, since, details, acknowledged };
  };
  console.read(homeCalls.home, async (_input, staff) => {
    const [waiting, active] = await Promise.all([queues.of(staff), alarms.look()]);
    return answered({ queues: waiting, alarms: await Promise.all(active.map(rowOf)), as_of: now() });
  });
  console.change(homeCalls.acknowledgeAlarm, async ({ alarm: name, since }, { transaction }) => {
    const alarm = alarms.active().find((active) => active.name === name && active.sinceMs === since);
    if (alarm === undefined) return refusal('alarm_over');
    if ((await acknowledgementOf(transaction, alarm)) !== null) return refusal('alarm_acknowledged');
    // The row of the audit log is the acknowledgement.
    return changed(null, { subject: { kind: 'alarm', id: name }, before: null, after: { since, ...alarm.details } });
  });
}
