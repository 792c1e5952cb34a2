import type { AccountTables } from './tables/account.ts';
import type { AlertTables } from './tables/alerts.ts';
import type { AnnouncementTables } from './tables/announcements.ts';
import type { ApprovalTables } from './tables/approvals.ts';
import type { ChainTables } from './tables/chains.ts';
import type { ConsoleTables } from './tables/console.ts';
import type { CoreTables } from './tables/core.ts';
import type { AddressTables } from './tables/addresses.ts';
import type { DepositTables } from './tables/deposits.ts';
import type { ImageTables } from './tables/images.ts';
import type { FeedbackTables } from './tables/feedback.ts';
import type { MarketHistoryTables } from './tables/market-history.ts';
import type { NewsTables } from './tables/news.ts';
import type { NotifyTables } from './tables/notify.ts';
import type { OperatorTables } from './tables/operators.ts';
import type { OutgoingTables } from './tables/outgoing.ts';
import type { PaymentTables } from './tables/payments.ts';
import type { PeopleTables } from './tables/people.ts';
import type { UserNotesTables } from './tables/user-notes.ts';
import type { SecondFactorTables } from './tables/second-factors.ts';
import type { ReconciliationTables } from './tables/reconciliations.ts';
import type { TreasuryTables } from './tables/treasury.ts';
import type { StaffTables } from './tables/staff.ts';
import type { VerificationTables } from './tables/verifications.ts';
import type { WithdrawalTables } from './tables/withdrawals.ts';

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
