export { agentCalls, agentNeedsSecond, AgentRow, agentStates, AgentUserRow, usualSharePpm } from './agents.ts';
export {
  Announcement,
  AnnouncementAudience,
  announcementCalls,
  AnnouncementRow,
  announcementStates,
  AnnouncementText,
} from './announcements.ts';
export {
  Approval,
  approvalCalls,
  type ApprovalStage,
  approvalStages,
  type ApprovalView,
  approvalViews,
  ApprovalSummary,
  StaffName,
  type Verdict,
  votingRoles,
} from './approvals.ts';
export { auditCalls, auditKinds, type AuditKind, AuditRecord, AuditRow, AuditVerification } from './audit.ts';
export {
  type ConsoleAudience,
  type ConsoleCall,
  type ConsoleCallKind,
  type ConsoleConcern,
  type OwnedKind,
  consoleEntry,
  consoleFile,
  consoleFourEyes,
  consoleHeader,
  type ConsoleInput,
  ConsoleList,
  consoleList,
  consoleLook,
  ConsoleOutcome,
  type ConsoleOutput,
  consolePrefix,
  consoleRead,
  type ConsoleRefusal,
  type ConsoleRefusalOf,
  consoleRefusals,
  type ConsoleRefusals,
  consoleWrite,
  minReasonLength,
  type ReasonCode,
  reasonCodes,
} from './declare.ts';
export { consoleCalls } from './calls.ts';
export { consoleBackgroundHeader, ConsoleSession, sessionCalls, staffPasswordLength } from './session.ts';
export { ConsoleAnswered, ConsoleRefused } from './envelope.ts';
export {
  leverageCalls,
  LeverageDecision,
  LeverageFundRow,
  LeveragePairRow,
  LeveragePositionRow,
  leverageStates,
  LiquidationRow,
} from './leverage.ts';
export {
  secondsCalls,
  SecondsCurrencyRow,
  SecondsDecision,
  SecondsMarketRow,
  SecondsResultRow,
  SecondsSettingsRow,
  secondsStates,
} from './seconds.ts';
export {
  indexRuleNeedsSecond,
  secondsCurrencyNeedsSecond,
  secondsMarketNeedsSecond,
  secondsSettingsNeedSecond,
} from './second-person.ts';
export { depositCalls, depositCredits, DepositRow, depositStages } from './deposits.ts';
export { FollowedChainRow, networkCalls, networkFeeKinds, NetworkRow } from './networks.ts';
export {
  CustodyRow,
  PaymentHaltRow,
  reconciliationCalls,
  reconciliationFindings,
  ReconciliationRow,
  SurplusBookingRow,
  type SurplusRequest,
  SurplusRow,
} from './reconciliation.ts';
export { paymentCalls, UserPaymentMethod, UserPaymentVersion } from './payments.ts';
export { WithdrawalCase, withdrawalCalls, WithdrawalRow } from './withdrawals.ts';
export { settingGroups, settingsCalls, siteSettingNames, SiteSettingRow } from './settings.ts';
export {
  restrictionScopes,
  type UserAccountLogRow,
  type UserAction,
  userCalls,
  type UserDetail,
  type UserMessage,
  type UserNote,
  type UserRow,
  userSearches,
} from './users.ts';
export { ArticleDetails, ArticleDraftText, ArticleSummary, contentCalls, dialogCategory } from './content.ts';
export { feedbackCalls, FeedbackInboxRow, FeedbackThread } from './feedback.ts';
export { healthCalls, HealthReport } from './health.ts';
export { alarmNames, type AlarmName, AlarmRow, homeCalls, queueNames, type QueueName, QueueRow } from './home.ts';
export {
  CurrencyRow,
  marketCalls,
  MarketDecision,
  MarketDetail,
  MarketRow,
  marketStates,
  selfTradePreventions,
} from './markets.ts';
export { staffCalls, StaffRow } from './staff.ts';
export { convertCalls, ConvertCurrencyRow, ConvertDecision, ConvertSettings } from './convert.ts';
export { topupCalls, TopupRow } from './topups.ts';
export { debtCalls, debtPayers, DebtRow } from './debts.ts';
export { exportCalls } from './exports.ts';
export { indexCalls, IndexRow, IndexRuleRow, IndexSourceRow } from './index-price.ts';
export { savingsCalls, SavingsDecision, SavingsHouseRow, SavingsProductRow, savingsStates } from './savings.ts';
export { VerificationCase, verificationCalls, VerificationRow, verificationStates } from './verifications.ts';
export { venueAccounts, VenueAccountsRow, venueMoneyCalls, VenueTransferRow } from './venue-money.ts';
export { hotStates, sweepKinds, SweepRow, sweepStages, treasuryCalls, TreasuryRow } from './treasury.ts';
export { p2pCalls } from './p2p.ts';
export {
  P2pAdRow,
  P2pAppealRow,
  P2pBondRow,
  P2pFigures,
  P2pMerchantRow,
  P2pOrderCase,
  P2pOrderRow,
  P2pRateRow,
  P2pReportRow,
} from './p2p-rows.ts';
