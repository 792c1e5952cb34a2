import { capabilities } from './capabilities.ts';
import { Digest } from './digest.ts';
import { invariant } from './invariant.ts';
import { emptyState } from './state.ts';
import { defaultRequestKeyLimits } from './requests/request-keys.ts';
import { defaultClientOrderIdLimits } from './spot/client-order-ids.ts';
import type { KeyLimits } from './requests/timed-keys.ts';
import type { ExchangeState } from './state.ts';

const format = 'bourse-exchange-1';

interface Header {
  readonly type: 'header';
  readonly format: typeof format;
  readonly sequence: number;
  readonly timeMs: number;
  readonly orderCount: number;
  readonly tradeCount: number;
  readonly triggerCount: number;
  readonly dueWorkPerCommand: number;
  readonly requestKeys: KeyLimits;
  readonly clientOrderIds: KeyLimits;
}

/** The last line: the number of lines before it and their hash. A snapshot without it is truncated. */
interface Footer {
  readonly type: 'footer';
  readonly lines: number;
  readonly hash: string;
}

/**
 * The state as canonical lines of JSON: a header, the sections in a defined order, and a footer with the hash of all
 * lines before it.
 */
export function* writeSnapshot(state: ExchangeState): Generator<string> {
  const digest = new Digest('');
  let lines = 0;
  for (const content of contents(state)) {
    const line = JSON.stringify(content);
    digest.text(line);
    lines += 1;
    yield line;
  }
  digest.settle();
  yield JSON.stringify({ type: 'footer', lines, hash: digest.hex() } satisfies Footer);
}

/** The hash that the footer of a snapshot would contain. */
export function stateHash(state: ExchangeState): string {
  const digest = new Digest('');
  for (const content of contents(state)) digest.text(JSON.stringify(content));
  digest.settle();
  return digest.hex();
}

/**
 * Rebuilds the state from snapshot lines. Throws unless the first line is a header of the current format and the last
 * one a footer whose hash matches.
 */
export function readSnapshot(lines: Iterable<string>): ExchangeState {
  const texts = verified(lines);
  const header = JSON.parse(texts[0] ?? '{}') as Header;
  // Snapshots before logic version 3 have no limit for the keys of all users together.
  const state = emptyState({
    ...header,
    requestKeys: { ...defaultRequestKeyLimits, ...header.requestKeys },
    clientOrderIds: { ...defaultClientOrderIdLimits, ...header.clientOrderIds },
  });
  state.sequence = header.sequence;
  state.timeMs = header.timeMs;
  state.orderCount = header.orderCount;
  state.tradeCount = header.tradeCount;
  state.triggerCount = header.triggerCount;
  for (const text of texts.slice(1)) load(state, text);
  for (const { loaded } of capabilities) loaded?.(state);
  return state;
}

/** All lines but the footer, after the footer's hash was verified. */
function verified(lines: Iterable<string>): string[] {
  const texts = [...lines];
  const last = texts.pop() ?? '';
  const isKnown = (texts[0] ?? '').startsWith(`{"type":"header","format":"${format}",`);
  invariant(isKnown, 'this is not a snapshot of the current format');
  const digest = new Digest('');
  for (const text of texts) digest.text(text);
  digest.settle();
  const footer: Footer = { type: 'footer', lines: texts.length, hash: digest.hex() };
  invariant(last === JSON.stringify(footer), 'this snapshot is truncated or altered');
  return texts;
}

function* contents(state: ExchangeState): Generator<object> {
  const { sequence, timeMs, orderCount, tradeCount, triggerCount, dueWorkPerCommand } = state;
  const requestKeys = { ...state.requestKeys.limits };
  const clientOrderIds = { ...state.clientOrderIds.limits };
  const counts = { orderCount, tradeCount, triggerCount };
  yield {
    type: 'header',
    format,
    sequence,
    timeMs,
    ...counts,
    dueWorkPerCommand,
    requestKeys,
    clientOrderIds,
  } satisfies Header;
  for (const each of sections) {
    for (const line of each.write(state)) yield { type: each.type, ...line };
  }
}

/** The sections between header and footer, in order; each section defines the order of its lines. */
const sections = capabilities.flatMap(({ snapshot }) => snapshot);
const sectionsByType = new Map(sections.map((section) => [section.type, section]));
invariant(sectionsByType.size === sections.length, 'two snapshot sections must not have the same name');

/** Loads one line. The footer's hash was verified, so the line has the form that its section wrote. */
function load(state: ExchangeState, text: string): void {
  const { type, ...line } = JSON.parse(text) as { readonly type: string };
  const section = sectionsByType.get(type);
  invariant(section !== undefined, `the snapshot contains lines of the unknown type ${type}`);
  section.load(state, line);
}
