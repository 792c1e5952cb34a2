import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { securityEvents } from './events.ts';
import { SecurityLog } from './security-log.ts';

type Line = Readonly<Record<string, unknown>>;

/** A log on a clock that the test moves, with the reports that are due. */
function onFakeClock() {
  const lines: Line[] = [];
  const clock = { ms: 0 };
  const due: { readonly run: () => void; readonly atMs: number }[] = [];
  const later = (run: () => void, milliseconds: number) => {
    const report = { run, atMs: clock.ms + milliseconds };
    due.push(report);
    return () => void due.splice(due.indexOf(report), 1);
  };
  const log = new SecurityLog({
    log: { info: (fields) => void lines.push({ ...fields }) },
    elapsed: () => clock.ms,
    later,
  });
  const pass = (milliseconds: number): void => {
    clock.ms += milliseconds;
    for (const report of due.filter(({ atMs }) => atMs <= clock.ms)) {
      due.splice(due.indexOf(report), 1);
      report.run();
    }
  };
  const fail = (times: number): void => {
    const fields = { user: null, network: '192.0.2.1', attempt: 'login', reason: 'account_unknown' } as const;
    for (let n = 0; n < times; n += 1) log.record('login_failed', fields);
  };
  return { lines, log, pass, fail, reports: () => due.length };
}

test('a flood of one event gets 300 lines at once, then two a second, and one report a minute', () => {
  const { lines, pass, fail, reports } = onFakeClock();
  fail(10_000);
  expect(lines).toHaveLength(300);
  pass(10_000);
  fail(1_000);
  expect(lines).toHaveLength(320);
  expect(reports()).toBe(1);
  pass(50_000);
  expect(lines.at(-1)).toEqual({ event: 'events_left_out', counts: { login_failed: 9_700 + 980 } });
  expect(lines).toHaveLength(321);
  pass(600_000);
  expect(lines).toHaveLength(321);
  fail(301);
  pass(60_000);
  expect(lines.slice(621)).toEqual([{ event: 'events_left_out', counts: { login_failed: 1 } }]);
});

test('a flood of one event hides no other, and every event is counted', () => {
  const { lines, log, fail } = onFakeClock();
  fail(5_000);
  log.record('network_locked', { network: '192.0.2.1' });
  expect(lines.at(-1)).toEqual({ event: 'network_locked', network: '192.0.2.1' });
  expect([log.recorded('login_failed'), log.recorded('network_locked'), log.recorded('password_changed')]).toEqual([
    5_000, 1, 0,
  ]);
});

test('a stop reports what was left out, once', () => {
  const { lines, log, fail, reports } = onFakeClock();
  fail(302);
  log.stop();
  log.stop();
  expect(lines.slice(300)).toEqual([{ event: 'events_left_out', counts: { login_failed: 2 } }]);
  expect(reports()).toBe(0);
});

test('docs/reference/security.md lists exactly the declared events with their fields', () => {
  const page = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'reference', 'security.md'), 'utf8');
  const [, section = ''] = page.split('\n## Security events\n');
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.map((row) => {
    const [, event = '', when = '', fields = ''] = row.split('|').map((cell) => cell.trim());
    return { event: event.replaceAll('`', ''), when: when !== '', fields: fields.replaceAll('`', '').split(', ') };
  });
  const declared = Object.entries(securityEvents).map(([event, { fields }]) => ({ event, when: true, fields }));
  expect(listed).toEqual(declared);
});
