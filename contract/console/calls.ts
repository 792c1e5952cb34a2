import { announcementCalls } from './announcements.ts';
import { approvalCalls } from './approvals.ts';
import { auditCalls } from './audit.ts';
import { contentCalls } from './content.ts';
import { convertCalls } from './convert.ts';
import { debtCalls } from './debts.ts';
import { depositCalls } from './deposits.ts';
import { topupCalls } from './topups.ts';
import { exportCalls } from './exports.ts';
import { feedbackCalls } from './feedback.ts';
import { healthCalls } from './health.ts';
import { agentCalls } from './agents.ts';
import { homeCalls } from './home.ts';
import { indexCalls } from './index-price.ts';
import { leverageCalls } from './leverage.ts';
import { secondsCalls } from './seconds.ts';
import { marketCalls } from './markets.ts';
import { networkCalls } from './networks.ts';
import { p2pCalls } from './p2p.ts';
import { paymentCalls } from './payments.ts';
import { reconciliationCalls } from './reconciliation.ts';
import { sessionCalls } from './session.ts';
import { savingsCalls } from './savings.ts';
import { settingsCalls } from './settings.ts';
import { staffCalls } from './staff.ts';
import { treasuryCalls } from './treasury.ts';
import { userCalls } from './users.ts';
import { venueMoneyCalls } from './venue-money.ts';
import { verificationCalls } from './verifications.ts';
import { withdrawalCalls } from './withdrawals.ts';

/**
 * Every call of the console. A screen declares its calls in a file of this folder and has one line here; routing,
 * the matrix of roles and the navigation of the page derive from the list.
 */
export const consoleCalls = {
  ...agentCalls,
  ...announcementCalls,
  ...approvalCalls,
  ...auditCalls,
  ...contentCalls,
  ...convertCalls,
  ...debtCalls,
  ...depositCalls,
  ...topupCalls,
  ...exportCalls,
  ...feedbackCalls,
  ...healthCalls,
  ...homeCalls,
  ...indexCalls,
  ...leverageCalls,
  ...secondsCalls,
  ...marketCalls,
  ...networkCalls,
  ...p2pCalls,
  ...paymentCalls,
  ...reconciliationCalls,
  ...treasuryCalls,
  ...savingsCalls,
  ...sessionCalls,
  ...settingsCalls,
  ...staffCalls,
  ...userCalls,
  ...venueMoneyCalls,
  ...verificationCalls,
  ...withdrawalCalls,
} as const;
