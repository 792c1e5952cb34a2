import {
  accountDetail,
  type AccountGroup,
  accountList,
  accountLogExport,
  accountTransfer,
  accountValueHistory,
  changeLog,
  financialLog,
  legalLog,
  leverLog,
  microLog,
} from '@bourse/contract/wallet';
import type { AccountCode, Language } from '@bourse/contract/texts';
import { accountType, type UserId } from '@bourse/engine';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/index.ts';
import { accountOnWire, Valuation, type Views } from '../feed/index.ts';
import { done, type Gateway, refused, type Requests } from '../gateway/index.ts';
import { say } from '../texts/index.ts';
import { accountLogPage } from './account-log.ts';
import { AccountLogFiles } from './account-log-file.ts';
import { accountCodes, accountTypeOf, findAccountType } from './accounts.ts';
import { transfer } from './transfer.ts';
import { valueHistory } from './value-history.ts';

/** Dependencies of the wallet calls. */
export interface WalletParts {
  readonly db: Kysely<Schema>;
  readonly requests: Requests;
  readonly views: Views;
}

/** Serves a user's balances and transfers between their accounts. */
export function registerWallet(gateway: Gateway, parts: WalletParts): void {
  const { views } = parts;

  gateway.member(accountDetail, (input, { user }) => {
    const currency = views.listings.findCurrency(Number(input.currency_id));
    if (currency === undefined) return refused('currency_unknown');
    const type = findAccountType(Number(input.account_type_id ?? accountType.change));
    if (type === undefined) return refused('invalid_request', { field: 'account_type_id', problem: 'unknown' });
    return done(accountOnWire(views, new Valuation(views), { user, accountType: type }, currency));
  });

  gateway.member(accountList, (_input, { user, language }) => {
    const valuation = new Valuation(views);
    return done(accountCodes.map((code) => accountGroup(code, { views, valuation, user, language })));
  });

  gateway.member(accountValueHistory, async (_input, { user }) => done(await valueHistory(parts, user)));

  const logs = [
    [changeLog, accountType.change],
    [legalLog, accountType.legal],
    [leverLog, accountType.lever],
    [microLog, accountType.micro],
    [financialLog, accountType.financial],
  ] as const;
  for (const [call, account] of logs) {
    gateway.member(call, (input, { user, language }) => accountLogPage(parts, { user, account, language }, input));
  }

  const files = new AccountLogFiles(parts);
  gateway.file(accountLogExport, (input, member) => files.file(input, member));

  gateway.member(accountTransfer, (input, member) => transfer(parts, input, member));
}

interface Asking {
  readonly views: Views;
  readonly valuation: Valuation;
  readonly user: UserId;
  readonly language: Language;
}

/** An account with its balances. Deposits arrive in the change account only. */
function accountGroup(code: AccountCode, { views, valuation, user, language }: Asking): AccountGroup {
  const owner = { user, accountType: accountTypeOf(code) };
  const currencies = views.listings.currencies();
  const dollars = currencies.reduce((sum, currency) => {
    const { available, locked } = views.balances.read(user, owner.accountType, currency.id);
    return sum + valuation.dollars(currency, available + locked);
  }, 0n);
  return {
    id: owner.accountType,
    account_code: code,
    name: say(language, `accounts.${code}`),
    is_recharge: code === 'change_account' ? 1 : 0,
    ...valuation.worth(dollars),
    accounts: currencies.map((currency) => accountOnWire(views, valuation, owner, currency)),
  };
}
