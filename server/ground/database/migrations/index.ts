import type { Step } from '../migration.ts';
import { core } from './0001-core.ts';
import { people } from './0100-people.ts';
import { marketHistory } from './0300-market-history.ts';
import { holds } from './0400-holds.ts';
import { stopPrice } from './0401-stop-price.ts';
import { indexTicks } from './0410-index-ticks.ts';
import { operators } from './0420-operators.ts';
import { settings } from './0421-settings.ts';
import { news } from './0500-news.ts';
import { codes } from './0510-codes.ts';
import { favourites } from './0520-favourites.ts';
import { sessionUses } from './0521-sessions.ts';
import { codeBudgets } from './0640-code-budgets.ts';
import { longCodes } from './0650-long-codes.ts';
import { savingsDeposits } from './0700-savings-deposits.ts';
import { settingsSubject } from './0701-settings-subject.ts';
import { deviceKeys } from './0710-device-keys.ts';
import { acknowledged } from './0720-acknowledged.ts';
import { userIds } from './0730-user-ids.ts';
import { staff } from './0740-staff.ts';
import { auditChain } from './0741-audit-chain.ts';
import { approvals } from './0742-approvals.ts';
import { articleVersions } from './0743-article-versions.ts';
import { settingVersions } from './0746-setting-versions.ts';
import { userNotes } from './0744-user-notes.ts';
import { consoleRequests } from './0747-console-requests.ts';
import { auditSequence } from './0750-audit-sequence.ts';
import { announcements } from './0751-announcements.ts';
import { operatorsRemoved } from './0752-operators-removed.ts';
import { feedback } from './0776-feedback.ts';
import { payPasswords } from './0760-pay-passwords.ts';
import { accountSecurity } from './0761-account-security.ts';
import { secondFactors } from './0766-second-factors.ts';
import { factorResets } from './0767-factor-resets.ts';
import { images } from './0770-images.ts';
import { verifications } from './0771-verifications.ts';
import { paymentMethods } from './0774-payment-methods.ts';
import { notices } from './0779-notices.ts';
import { accountLogTime } from './0780-account-log-time.ts';
import { approvalMovements } from './0787-approval-movements.ts';
import { credits } from './0790-credits.ts';
import { currencyProtocols } from './0796-currency-protocols.ts';
import { deposits } from './0805-deposits.ts';
import { outgoing } from './0810-outgoing.ts';
import { treasury } from './0811-treasury.ts';
import { withdrawals } from './0816-withdrawals.ts';
import { reconciliations } from './0820-reconciliations.ts';
import { networkFees } from './0822-network-fees.ts';
import { protocolVersions } from './0806-protocol-versions.ts';
import { drawAddresses } from './0815-draw-addresses.ts';
import { movementNotices } from './0826-movement-notices.ts';
import { leverage } from './0830-leverage.ts';
import { seconds } from './0840-seconds.ts';
import { spentOutputs } from './0850-spent-outputs.ts';
import { pathSecret } from './0860-path-secret.ts';

/**
 * All steps from an empty database to the current schema, in the order of their names. A capability adds a file
 * `NNNN-name.ts` that exports one `coreMigration(…)` or `appMigration(…)`, and an entry here with a number above all
 * others. A released step is never changed.
 */
export const migrations: Readonly<Record<string, Step>> = {
  '0001-core': core,
  '0100-people': people,
  '0300-market-history': marketHistory,
  '0400-holds': holds,
  '0401-stop-price': stopPrice,
  '0410-index-ticks': indexTicks,
  '0420-operators': operators,
  '0421-settings': settings,
  '0500-news': news,
  '0510-codes': codes,
  '0520-favourites': favourites,
  '0521-sessions': sessionUses,
  '0640-code-budgets': codeBudgets,
  '0650-long-codes': longCodes,
  '0700-savings-deposits': savingsDeposits,
  '0701-settings-subject': settingsSubject,
  '0710-device-keys': deviceKeys,
  '0720-acknowledged': acknowledged,
  '0730-user-ids': userIds,
  '0740-staff': staff,
  '0741-audit-chain': auditChain,
  '0742-approvals': approvals,
  '0743-article-versions': articleVersions,
  '0746-setting-versions': settingVersions,
  '0744-user-notes': userNotes,
  '0747-console-requests': consoleRequests,
  '0750-audit-sequence': auditSequence,
  '0751-announcements': announcements,
  '0752-operators-removed': operatorsRemoved,
  '0760-pay-passwords': payPasswords,
  '0761-account-security': accountSecurity,
  '0766-second-factors': secondFactors,
  '0767-factor-resets': factorResets,
  '0770-images': images,
  '0771-verifications': verifications,
  '0774-payment-methods': paymentMethods,
  '0776-feedback': feedback,
  '0779-notices': notices,
  '0780-account-log-time': accountLogTime,
  '0787-approval-movements': approvalMovements,
  '0790-credits': credits,
  '0796-currency-protocols': currencyProtocols,
  '0805-deposits': deposits,
  '0810-outgoing': outgoing,
  '0811-treasury': treasury,
  '0816-withdrawals': withdrawals,
  '0820-reconciliations': reconciliations,
  '0822-network-fees': networkFees,
  '0806-protocol-versions': protocolVersions,
  '0815-draw-addresses': drawAddresses,
  '0826-movement-notices': movementNotices,
  '0830-leverage': leverage,
  '0840-seconds': seconds,
  '0850-spent-outputs': spentOutputs,
  '0860-path-secret': pathSecret,
};
