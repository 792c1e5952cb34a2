import {
  accountDetail,
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
import { accountType } from '@bourse/engine';
import { accountOnWire, findAccountType, Valuation } from '../../ground/feed/index.ts';
import { done, type Gateway, refused } from '../../ground/gateway/index.ts';
import { accountGroups, type AccountListParts } from './account-list.ts';
import { accountLogPage } from './account-log.ts';
import { AccountLogFiles } from './account-log-file.ts';
import { transfer } from './transfer.ts';
import { valueHistory } from './value-history.ts';
import type { With } from '../../ground/parts.ts';

/** Dependencies of the wallet calls. */
export type WalletParts = AccountListParts & With<'db' | 'identityDb' | 'requests'>;

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

  gateway.member(accountList, (_input, member) => done(accountGroups(parts, member)));

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
