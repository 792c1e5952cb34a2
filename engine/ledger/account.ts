/** The type of an account. 1 to 5 belong to users, the rest to the venue (user 0). */
export const accountType = {
  change: 1,
  legal: 2,
  lever: 3,
  micro: 4,
  financial: 5,
  /**
   * Represents the world outside the exchange: minus the sum of all other balances, and the only one that can be
   * negative.
   */
  external: 101,
  fees: 102,
  leverHouse: 103,
  insurance: 104,
  microHouse: 105,
  savingsHouse: 106,
  treasury: 107,
} as const;

export type AccountType = (typeof accountType)[keyof typeof accountType];

/** The types of the accounts that users may have. */
export const personalAccountTypes = [
  accountType.change,
  accountType.legal,
  accountType.lever,
  accountType.micro,
  accountType.financial,
] as const;

/** Whether a user may have an account of this type. */
export function isPersonal(type: number): boolean {
  return Number.isInteger(type) && type >= accountType.change && type <= accountType.financial;
}

/** Whether the venue may have an account of this type, including `external`. */
export function isOfVenue(type: number): boolean {
  return Number.isInteger(type) && type >= accountType.external && type <= accountType.treasury;
}
