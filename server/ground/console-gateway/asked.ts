import { type ReasonCode, reasonCodes } from '@bourse/contract/console';
import { Type } from 'typebox';
import { Check } from 'typebox/value';

/** The longest request that the row of its refusal repeats, as characters of JSON. */
const maxAskedLength = 4_000;

/** The request without its reason; null if it is too long for a row of the audit log, or empty. */
export function askedOf(input: unknown): object | null {
  const asked = Object.entries(input ?? {}).filter(([name]) => name !== 'reason_code' && name !== 'reason');
  const isShort = asked.length > 0 && JSON.stringify(asked).length <= maxAskedLength;
  return isShort ? Object.fromEntries(asked) : null;
}

/** The reason in an input; null for calls that need none. */
export function reasonOf(input: unknown): { readonly reasonCode: ReasonCode | null; readonly reason: string | null } {
  if (!Check(WithReason, input)) return { reasonCode: null, reason: null };
  return { reasonCode: input.reason_code, reason: input.reason.trim() };
}

const WithReason = Type.Object({ reason_code: Type.Enum(reasonCodes), reason: Type.String() });
