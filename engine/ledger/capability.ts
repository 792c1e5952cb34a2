import { section } from '../capability.ts';
import { causedCommands } from './causes.ts';
import type { Capability, Lock } from '../capability.ts';
import type { ExchangeState } from '../state.ts';
import type { BookedCauses, CausedCommand } from './causes.ts';
import type { Balance } from './ledger.ts';
import type { OpenHold } from './open-holds.ts';

type CausesLine = { readonly command: CausedCommand } & BookedCauses;

/** Balances, external causes and holds. */
export const ledgerCapability: Capability = {
  snapshot: [
    section<CausesLine>('causes', causes, (state, { command, source, intervals }) => {
      for (const [from, to] of intervals) state.causes[command].addInterval(source, from, to);
    }),
    section<OpenHold>(
      'hold',
      ({ holds }) => holds.all(),
      ({ holds }, hold) => {
        holds.add(hold);
      },
    ),
    section<Balance>(
      'balance',
      ({ ledger }) => ledger.balances(),
      ({ ledger }, balance) => {
        ledger.load(balance);
      },
    ),
  ],
  locks: locksOfHolds,
};

function* causes(state: ExchangeState): Generator<CausesLine> {
  for (const command of causedCommands) {
    for (const booked of state.causes[command].booked()) yield { command, ...booked };
  }
}

function* locksOfHolds({ holds, ledger }: ExchangeState): Generator<Lock> {
  for (const { user, accountType, currency, amount } of holds.all()) {
    yield { account: ledger.open(user, accountType, currency), amount };
  }
}
