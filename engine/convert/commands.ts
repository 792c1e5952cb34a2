import { decision, request } from '../declaration/command.ts';
import type { CommandOf } from '../declaration/command.ts';
import { list, nullable, record } from '../declaration/value-type.ts';
import type { ValueOf } from '../declaration/value-type.ts';
import { amount, count, currency } from '../declaration/vocabulary.ts';

const settings = {
  /** The currency in which index prices are stated. Its own price is 1 and needs no index. */
  reference: currency,
  /**
   * The currencies that users can convert, by id, each with its spread in parts per million. A conversion pays the
   * larger spread of its two currencies.
   */
  currencies: list(record({ currency, spreadPpm: count })),
  /** How far the price may have moved against the user since the quote, in parts per million of the quoted amount. */
  tolerancePpm: count,
};
export const convertSettings = record(settings);
export type ConvertSettings = ValueOf<typeof convertSettings>;

export const convertCommands = {
  /** Sets which currencies users can convert, and at which spreads. An empty list stops conversions. */
  configure_convert: decision(settings),
  /**
   * Converts an amount of one currency of the change account into another, against the venue's treasury, at the present
   * index prices less the spread. The user receives `quoted`, or less if the present prices give less; beyond the
   * tolerance the request is refused. Null means no quote: the user receives the present yield. Both amounts are in
   * smallest units of their currencies. A quote cannot be accepted after `expiresAtMs`, but a repeated request still
   * returns the first outcome. Null means no end.
   */
  convert: request({
    priority: 'placement',
    fields: { from: currency, to: currency, amount, quoted: nullable(amount), expiresAtMs: nullable(count) },
  }),
};
type Of<Type extends keyof typeof convertCommands> = CommandOf<typeof convertCommands, Type>;
export type ConfigureConvert = Of<'configure_convert'>;
export type Convert = Of<'convert'>;
