import type { WithdrawalAddress, OwnWithdrawalAddresses } from '@bourse/contract/addresses';

/** The addresses that a withdrawal may be paid to. */
export interface ReceiverChoice {
  /** The saved addresses of the network, oldest first. */
  readonly saved: readonly WithdrawalAddress[];
  /** Whether no other address is paid. */
  readonly mustBeSaved: boolean;
  /** The chosen saved address; null for a typed one. */
  readonly chosen: WithdrawalAddress | null;
  /** Whether the chosen address, which must be a saved one, cannot be paid yet. */
  readonly isEarly: boolean;
}

/**
 * The saved addresses of a network, and whether others are allowed: they are not from other accounts than the spot
 * account, or when the user has forbidden them. Then the first usable one is the default.
 */
export function receiverChoice(
  own: OwnWithdrawalAddresses | undefined,
  { account, id, nowMs, protocol }: { account: string; protocol: number; id: number | null; nowMs: number },
): ReceiverChoice {
  const saved = own?.addresses.filter(({ currency_protocol_id: of }) => of === protocol) ?? [];
  const mustBeSaved = account !== 'change_account' || own?.only === 1;
  const usable = saved.find(({ usable_from: from }) => from <= nowMs) ?? saved[0] ?? null;
  const chosen = saved.find((one) => one.id === id) ?? (mustBeSaved ? usable : null);
  return { saved, mustBeSaved, chosen, isEarly: mustBeSaved && chosen !== null && chosen.usable_from > nowMs };
}

/** The name of a saved address: its label, and the ends of the address. */
export function savedName({ address, label, memo }: Pick<WithdrawalAddress, 'address' | 'label' | 'memo'>): string {
  const short = address.length > 16 ? `${address.slice(0, 8)}…${address.slice(-6)}` : address;
  const full = memo === null ? short : `${short} (${memo})`;
  return label === '' ? full : `${label} · ${full}`;
}
