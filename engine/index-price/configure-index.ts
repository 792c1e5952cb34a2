import { million } from '../money.ts';
import { isOperatorId } from '../identifiers.ts';
import { withdrawnRulesVersion } from '../logic-version.ts';
import { done } from '../outcome.ts';
import type { ConfigureIndex } from './commands.ts';
import type { Event } from '../event.ts';
import type { RejectionFor } from '../rejection.ts';
import type { Done } from '../outcome.ts';
import type { ExchangeState } from '../state.ts';
import { recordReadings } from '../seconds/record-readings.ts';
import type { CurrencyId } from '../identifiers.ts';
import type { DecidedRule, IndexConfiguration } from './indices.ts';
import { updateOf } from './take-index-ticks.ts';

type Rule = Omit<IndexConfiguration, 'version'>;

const maxSources = 16;
const maxDecimals = 18;
/** One hour: an older price cannot count as current under any configuration. */
const maxStalenessMs = 3_600_000;

/**
 * Puts the rule of an asset's index into force under the next version. Seconds contracts end by the rule under which
 * they were bought: while some are open on the asset, the new rule waits for their end, and none can be bought. The
 * rule in force withdraws one that waits. Leveraged positions follow the index by the new rule.
 */
export function configureIndex(
  state: ExchangeState,
  command: ConfigureIndex,
  events: Event[],
): Done | RejectionFor<'operator_invalid' | 'currency_unknown' | 'index_invalid'> {
  const { asset, operator, cause } = command;
  if (!isOperatorId(operator)) return { reason: 'operator_invalid' };
  if (!state.currencies.has(asset)) return { reason: 'currency_unknown' };
  const before = state.indices.configurationOf(asset);
  const field = invalidIndexField(command, before);
  if (field !== null) return { reason: 'index_invalid', field };

  const rule: DecidedRule = { ...ruleOf(command), operator, cause };
  if (state.seconds.openOn(asset) === 0) putIntoForce(state, rule, events);
  else if (withdraws(state, command, before)) {
    state.indices.takeWaiting(asset);
    events.push({ type: 'index_change_withdrawn', asset, operator, cause });
  } else {
    state.indices.wait({ ...rule, sequence: state.sequence });
    events.push({ type: 'index_change_waiting', ...rule });
  }
  return done;
}

/** Puts the rule into force that waits for an asset, if there is one. */
export function applyWaitingRule(state: ExchangeState, asset: CurrencyId, events: Event[]): void {
  const rule = state.indices.takeWaiting(asset);
  if (rule !== undefined) putIntoForce(state, rule, events);
}

function putIntoForce(state: ExchangeState, { operator, cause, ...decided }: DecidedRule, events: Event[]): void {
  const rule = ruleOf(decided);
  const { asset, decimals, ...sources } = rule;
  const version = (state.indices.configurationOf(asset)?.version ?? 0) + 1;
  const index = state.indices.configure({ ...rule, version }, state);
  recordReadings(state, [index], false);
  events.push({ type: 'index_configured', asset, version, decimals, ...sources, operator, cause });
  events.push({ type: 'index_updated', tick: null, assets: [updateOf(index, null)] });
}

/** Whether a command has the rule in force while another one waits. */
function withdraws(state: ExchangeState, command: ConfigureIndex, before: IndexConfiguration | undefined): boolean {
  const isWaiting = state.indices.waitingRule(command.asset) !== undefined;
  return state.logicVersion >= withdrawnRulesVersion && isWaiting && isInForce(command, before);
}

/** Whether a command has the rule in force. */
function isInForce(command: ConfigureIndex, before: IndexConfiguration | undefined): boolean {
  return before !== undefined && JSON.stringify(ruleOf(command)) === JSON.stringify(ruleOf(before));
}

/** The rule alone, with the fields in the order in which they are reported. */
function ruleOf({ asset, decimals, sources, minSources, maxDeviationPpm, stalenessMs }: Rule): Rule {
  return { asset, decimals, sources: [...sources], minSources, maxDeviationPpm, stalenessMs };
}

/** The first invalid field of a new configuration, in the order of the command. */
export function invalidIndexField(
  command: Rule,
  before: Pick<IndexConfiguration, 'decimals'> | undefined,
): Exclude<keyof IndexConfiguration, 'version' | 'asset'> | null {
  const { decimals, sources, minSources, maxDeviationPpm, stalenessMs } = command;
  if (!isWithin(decimals, 0, maxDecimals)) return 'decimals';
  // Other decimals would change the meaning of observed prices and of those that contracts remember.
  if (before !== undefined && decimals !== before.decimals) return 'decimals';
  if (!areNames(sources)) return 'sources';
  if (!isWithin(minSources, 1, sources.length)) return 'minSources';
  if (!isWithin(maxDeviationPpm, 0, million)) return 'maxDeviationPpm';
  return isWithin(stalenessMs, 1, maxStalenessMs) ? null : 'stalenessMs';
}

/** Whether the names are valid, sorted and without duplicates. */
function areNames(sources: readonly string[]): boolean {
  if (sources.length === 0 || sources.length > maxSources) return false;
  return sources.every((source, at) => {
    const before = sources[at - 1];
    return /^[a-z0-9_]{1,16}$/.test(source) && (before === undefined || before < source);
  });
}

function isWithin(value: number, min: number, max: number): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}
