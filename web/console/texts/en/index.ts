import { agentsTexts } from './agents.ts';
import { announcementsTexts } from './announcements.ts';
import { contentTexts } from './content.ts';
import { convertTexts } from './convert.ts';
import { debtsTexts } from './debts.ts';
import { currenciesTexts } from './currencies.ts';
import { feedbackTexts } from './feedback.ts';
import { fiatTexts } from './fiat.ts';
import { frameTexts } from './frame.ts';
import { marketsTexts } from './markets.ts';
import { partsTexts } from './parts.ts';
import { refusalTexts } from './refusals.ts';
import { wordsTexts } from './words.ts';
import { approvalsTexts } from './approvals.ts';
import { auditTexts } from './audit.ts';
import { enrolTexts } from './enrol.ts';
import { exportsTexts } from './exports.ts';
import { healthTexts } from './health.ts';
import { homeTexts } from './home.ts';
import { indicesTexts } from './indices.ts';
import { depositsTexts } from './deposits.ts';
import { topupsTexts } from './topups.ts';
import { networksTexts } from './networks.ts';
import { reconciliationTexts } from './reconciliation.ts';
import { leverageTexts } from './leverage.ts';
import { savingsTexts } from './savings.ts';
import { secondsTexts } from './seconds.ts';
import { venueMoneyTexts } from './venue-money.ts';
import { treasuryTexts } from './treasury.ts';
import { usersTexts } from './users.ts';
import { verificationsTexts } from './verifications.ts';
import { loginTexts } from './login.ts';
import { settingsTexts } from './settings.ts';
import { staffTexts } from './staff.ts';
import { withdrawalsTexts } from './withdrawals.ts';

/** The texts of the console, one file per screen. Keys are flat; `{{name}}` is a parameter. */
export const englishTexts = {
  ...withdrawalsTexts,
  ...frameTexts,
  ...partsTexts,
  ...wordsTexts,
  ...contentTexts,
  ...agentsTexts,
  ...announcementsTexts,
  ...refusalTexts,
  ...feedbackTexts,
  ...fiatTexts,
  ...loginTexts,
  ...enrolTexts,
  ...approvalsTexts,
  ...auditTexts,
  ...homeTexts,
  ...settingsTexts,
  ...staffTexts,
  ...exportsTexts,
  ...healthTexts,
  ...usersTexts,
  ...indicesTexts,
  ...leverageTexts,
  ...savingsTexts,
  ...secondsTexts,
  ...marketsTexts,
  ...currenciesTexts,
  ...convertTexts,
  ...debtsTexts,
  ...depositsTexts,
  ...topupsTexts,
  ...networksTexts,
  ...reconciliationTexts,
  ...treasuryTexts,
  ...venueMoneyTexts,
  ...verificationsTexts,
} as const;
