import type { PrivilegesOn } from './privileges.ts';
import { type AccountTables, accountPrivileges } from './tables/account.ts';
import { type AlertTables, alertPrivileges } from './tables/alerts.ts';
import { type AnnouncementTables, announcementPrivileges } from './tables/announcements.ts';
import { type ApprovalTables, approvalPrivileges } from './tables/approvals.ts';
import { type ChainTables, chainPrivileges } from './tables/chains.ts';
import { type ConsoleTables, consolePrivileges } from './tables/console.ts';
import type { CoreTables } from './tables/core.ts';
import { type AddressTables, addressPrivileges } from './tables/addresses.ts';
import { type DepositTables, depositPrivileges } from './tables/deposits.ts';
import { type ImageTables, imagePrivileges } from './tables/images.ts';
import { type FeedbackTables, feedbackPrivileges } from './tables/feedback.ts';
import { type MarketHistoryTables, marketHistoryPrivileges } from './tables/market-history.ts';
import { type NewsTables, newsPrivileges } from './tables/news.ts';
import { type NotifyTables, notifyPrivileges } from './tables/notify.ts';
import { type OperatorTables, operatorPrivileges } from './tables/operators.ts';
import { type OutgoingTables, outgoingPrivileges } from './tables/outgoing.ts';
import { type PaymentTables, paymentPrivileges } from './tables/payments.ts';
import { type PeopleTables, peoplePrivileges } from './tables/people.ts';
import { type UserNotesTables, userNotesPrivileges } from './tables/user-notes.ts';
import { type SecondFactorTables, secondFactorPrivileges } from './tables/second-factors.ts';
import { type ReconciliationTables, reconciliationPrivileges } from './tables/reconciliations.ts';
import { type TreasuryTables, treasuryPrivileges } from './tables/treasury.ts';
import { type StaffTables, staffPrivileges } from './tables/staff.ts';
import { type VerificationTables, verificationPrivileges } from './tables/verifications.ts';
import { type WithdrawalTables, withdrawalPrivileges } from './tables/withdrawals.ts';

/**
 * The tables known to typed queries. Each capability declares its own in `tables/<capability>.ts` and adds them here.
 * `int8` and `numeric` columns are read as strings, see `safeInteger`.
 */
export interface Schema
  extends
    AccountTables,
    AlertTables,
    AnnouncementTables,
    ApprovalTables,
    ChainTables,
    ConsoleTables,
    CoreTables,
    AddressTables,
    DepositTables,
    ImageTables,
    FeedbackTables,
    MarketHistoryTables,
    NewsTables,
    NotifyTables,
    OperatorTables,
    OutgoingTables,
    PaymentTables,
    PeopleTables,
    ReconciliationTables,
    TreasuryTables,
    SecondFactorTables,
    UserNotesTables,
    StaffTables,
    VerificationTables,
    WithdrawalTables {
  'upgrade.migrations': { readonly name: string; readonly timestamp: string };
}

/** The privileges of the logins on all tables of the capabilities. */
export const privileges: PrivilegesOn<Omit<Schema, keyof CoreTables | 'upgrade.migrations'>> = {
  ...accountPrivileges,
  ...addressPrivileges,
  ...alertPrivileges,
  ...announcementPrivileges,
  ...approvalPrivileges,
  ...chainPrivileges,
  ...consolePrivileges,
  ...depositPrivileges,
  ...feedbackPrivileges,
  ...imagePrivileges,
  ...marketHistoryPrivileges,
  ...newsPrivileges,
  ...notifyPrivileges,
  ...operatorPrivileges,
  ...outgoingPrivileges,
  ...paymentPrivileges,
  ...peoplePrivileges,
  ...reconciliationPrivileges,
  ...secondFactorPrivileges,
  ...staffPrivileges,
  ...treasuryPrivileges,
  ...userNotesPrivileges,
  ...verificationPrivileges,
  ...withdrawalPrivileges,
};
