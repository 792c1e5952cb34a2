import { paymentCalls } from '@bourse/contract/console';
import { maskedData } from '@bourse/contract/payments';
import { answered, knownUser, refusal, subjectOf } from '../../ground/console-gateway/index.ts';
import type { With } from '../../ground/parts.ts';

export type PaymentConsoleParts = With<'console' | 'identityDb' | 'paymentMethods'>;

/** Serves the payment methods of users to the operators' console: masked, and in full with a recorded reason. */
export function registerPaymentsConsole({ console, identityDb, paymentMethods }: PaymentConsoleParts): void {
  console.read(paymentCalls.userPaymentMethods, async ({ id }) => {
    const user = await knownUser({ identityDb }, id);
    if (user === null) return refusal('not_found');
    const rows = (await paymentMethods.list(user)).map(({ changedAtMs, code, data, id: method, version }) => ({
      id: method,
      code,
      masked: maskedData(code, data),
      version,
      changed_at: changedAtMs,
    }));
    return answered({ rows });
  });

  console.look(paymentCalls.userPaymentVersions, async ({ id, method }) => {
    const user = await knownUser({ identityDb }, id);
    if (user === null) return refusal('not_found');
    const versions = await paymentMethods.versions(user, Number(method));
    if (versions.length === 0) return refusal('not_found');
    const rows = versions.map(({ createdAtMs, data, endedAtMs, used, version }) => ({
      version,
      raw_data: data,
      created_at: createdAtMs,
      ended_at: endedAtMs,
      used,
    }));
    return { ...answered({ rows }), subject: subjectOf(user) };
  });
}
