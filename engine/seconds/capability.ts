import { section } from '../capability.ts';
import { venue } from '../identifiers.ts';
import { accountType } from '../ledger/account.ts';
import { auditSeconds } from './audit-seconds.ts';
import { setContractTimers, settlementDue, settlementTimer, strikeDue, strikeTimer } from './settle.ts';
import type { Capability, Lock } from '../capability.ts';
import type { CurrencyId } from '../identifiers.ts';
import type { ExchangeState } from '../state.ts';
import type { KeptReadings } from './readings.ts';
import type { OpenContract, SecondsCurrency, SecondsMarket, VersionedSettings } from './state.ts';

interface ContractCount {
  readonly contractCount: number;
}

interface AssetReadings extends KeptReadings {
  readonly asset: CurrencyId;
}

/** Contracts over seconds on an index. */
export const secondsCapability: Capability = {
  snapshot: [
    section<ContractCount>(
      'seconds_count',
      ({ seconds: { contractCount } }) => (contractCount > 0 ? [{ contractCount }] : []),
      ({ seconds }, { contractCount }) => {
        seconds.contractCount = contractCount;
      },
    ),
    section<VersionedSettings>(
      'seconds_settings',
      ({ seconds: { settings } }) => (settings === null ? [] : [settings]),
      ({ seconds }, settings) => {
        seconds.settings = settings;
      },
    ),
    section<SecondsCurrency>(
      'seconds_currency',
      ({ seconds }) => seconds.allCurrencies(),
      ({ seconds }, currency) => {
        seconds.currencies.set(currency.currency, currency);
      },
    ),
    section<SecondsMarket>(
      'seconds_market',
      ({ seconds }) => seconds.allMarkets(),
      ({ seconds }, market) => {
        seconds.markets.set(market.market, market);
      },
    ),
    section<AssetReadings>('seconds_readings', keptReadings, ({ seconds }, { asset, ...kept }) => {
      seconds.watch(asset).load(kept);
    }),
    section<OpenContract>(
      'seconds_contract',
      ({ seconds }) => seconds.contracts(),
      (state, contract) => {
        state.seconds.add(contract);
        setContractTimers(state, contract);
      },
    ),
  ],
  audit: auditSeconds,
  locks,
  timers: { [strikeTimer]: strikeDue, [settlementTimer]: settlementDue },
};

function keptReadings({ seconds }: ExchangeState): AssetReadings[] {
  return [...seconds.readings]
    .map(([asset, readings]) => ({ asset, ...readings.kept() }))
    .toSorted((a, b) => a.asset - b.asset);
}

function* locks({ seconds, ledger }: ExchangeState): Generator<Lock> {
  for (const { user, currency, stake, payout } of seconds.contracts()) {
    yield { account: ledger.open(user, accountType.micro, currency), amount: stake };
    // A small stake at a low ratio may pay less than one unit.
    if (payout > 0) yield { account: ledger.open(venue, accountType.microHouse, currency), amount: payout };
  }
}
