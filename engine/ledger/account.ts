/** The type of an account. 1 to 5 belong to users, the rest to the venue (user 0). */
export const accountType = {
  change: 1,
  legal: 2,
  lever: 3,
  micro: 4,
  financial: 5,
  /** The outside world: minus the sum of everything inside; the only balance that is ever negative. */
  external: 101,
  fees: 102,
  leverHouse: 103,
  insurance: 104,
  microHouse: 105,
  savingsHouse: 106,
  treasury: 107,
} as const;

export type AccountType = (typeof accountType)[keyof typeof accountType];

/** Whether a person may have an account of this type. */
export function isPersonal(type: number): boolean {
  return Number.isInteger(type) && type >= accountType.change && type <= accountType.financial;
}

/** Whether the venue may have an account of this type; the outside world is among them. */
export function isOfVenue(type: number): boolean {
  return Number.isInteger(type) && type >= accountType.external && type <= accountType.treasury;
}
