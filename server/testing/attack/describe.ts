import type { AttackReport } from './attack.ts';
import { declaredCalls, declaredSocketCalls } from './declared.ts';

/** All faults that were found, each with the data to reproduce it. */
export function faultsOf({ tally, differences }: AttackReport, seed: number): string[] {
  const failures = tally.failures.map(
    ({ sentences, who, sent, answered }) =>
      `seed ${seed}, ${who}: ${sentences.join('; ')}\n  sent      ${sent}\n  answered  ${answered}`,
  );
  return [...failures, ...differences.map((difference) => `seed ${seed}: ${difference}`)];
}

/**
 * The calls that were never attacked, and those that never succeeded, of which only the checks before the refusal were
 * tested.
 */
export function unreached({ tally }: AttackReport): { readonly untried: string[]; readonly unsuccessful: string[] } {
  const names = [...declaredCalls.map(({ path }) => path), ...declaredSocketCalls.map(({ type }) => type)];
  return {
    untried: names.filter((name) => !tally.aimed.has(name)),
    unsuccessful: names.filter((name) => !tally.succeeded.has(name)),
  };
}

/** A summary of the requests and their answers, as lines. */
export function describeAttack(report: AttackReport): string[] {
  const { tally, orderMs } = report;
  const lines = (title: string, counts: ReadonlyMap<string, number>): string[] => [
    title,
    ...[...counts].toSorted(([, a], [, b]) => b - a).map(([name, times]) => `${String(times).padStart(9)}  ${name}`),
  ];
  const { unsuccessful } = unreached(report);
  return [
    ...lines(`${tally.sent} sent:`, tally.kinds),
    ...lines('answered:', tally.answers),
    `never succeeded: ${unsuccessful.join(', ') || 'none'}`,
    `slowest answer: ${tally.slowest.milliseconds.toFixed(0)} ms, to ${tally.slowest.what}`,
    `placing and cancelling an order, median: ${orderMs.before.toFixed(1)} ms before, ${orderMs.after.toFixed(1)} ms after`,
  ];
}
