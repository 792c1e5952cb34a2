import type { Reader } from '../exchange.ts';
import type { CurrencyId } from '../identifiers.ts';
import type { OpenContract, SecondsCurrency, SecondsMarket, VersionedSettings } from './state.ts';

export type {
  ConfigureSeconds,
  ConfigureSecondsCurrency,
  ConfigureSecondsMarket,
  ContractId,
  Direction,
  PlaceSeconds,
  SecondsCurrencyTerms,
  SecondsOption,
  SecondsSettings,
} from './commands.ts';
export { secondsCommands, secondsCurrencyTerms, secondsSettings } from './commands.ts';
export { invalidSecondsCurrencyField, invalidSecondsField } from './configure-seconds.ts';
export type {
  Reading,
  SecondsAccepted,
  SecondsClosed,
  SecondsConfigured,
  SecondsCurrencyConfigured,
  SecondsMarketConfigured,
  SecondsResult,
  SecondsStruck,
  VoidReason,
  WindowEvidence,
} from './events.ts';
export { contractId } from './identifiers.ts';
export type { ContractOutcome } from './place-seconds.ts';
export { endOf, settlementWindowMs, strikeEndOf } from './rule.ts';
export type { ContractTerms, OpenContract, SecondsCurrency, SecondsMarket, VersionedSettings } from './state.ts';

/** The durations, payouts and fee of new contracts, for `exchange.read`; null before they are set. */
export const secondsOffer: Reader<VersionedSettings | null> = ({ seconds }) => seconds.settings;

/** The currencies by id, for `exchange.read`. */
export const secondsCurrencies: Reader<readonly SecondsCurrency[]> = ({ seconds }) => seconds.allCurrencies();

/** The markets by id, for `exchange.read`. */
export const secondsMarkets: Reader<readonly SecondsMarket[]> = ({ seconds }) => seconds.allMarkets();

/** The open contracts by id, for `exchange.read`. */
export const openContracts: Reader<Iterable<OpenContract>> = ({ seconds }) => seconds.contracts();

/** The assets whose new index rule waits for open contracts, for `exchange.read`. */
export const changingIndices: Reader<readonly CurrencyId[]> = ({ indices }) =>
  [...indices.waitingRules()].map(({ asset }) => asset);
