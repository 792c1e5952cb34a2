/** The limits that the page shows or checks as well. */
export const p2pLimits = {
  /** Payment methods of an ad. */
  methods: 5,
  /** Terms and automatic reply of an ad, and the words of an application, in characters. */
  terms: 500,
  /** The shop's name. */
  name: 30,
  /** A message of a chat, and the text of an appeal, in characters. */
  message: 1_000,
  /** Messages, and pictures among them, that one side may send in the chat of an order. */
  chatMessages: 500,
  chatImages: 20,
  /** Pictures that one side may add to an appeal. */
  evidenceImages: 10,
  /** Evidence pictures of one side in all appeals of an order: three of each side, one of staff, one for silence. */
  orderImages: 80,
  /** The text of a rating and of a report. */
  rating: 200,
  report: 500,
  /** Days after its end in which an order can be rated. */
  ratingDays: 30,
  /** Hours after a cancellation in which the buyer can file a late payment; the seller has as many more to reopen. */
  lateHours: 24,
  /** Appeals that one side may open about an order. The last one cannot be withdrawn, so there are no more. */
  appealsPerSide: 3,
  /** Hours in which the other side answers an appeal. */
  answerHours: 24,
  /** Days after its end in which an order's chat is open, an appeal can be reviewed, and the bond is kept. */
  chatDays: 7,
  /** The highest minimum of orders and of days since the registration that an ad may require. */
  requiredOrders: 1_000,
  requiredDays: 365,
} as const;

/** The digits of the reference that a buyer writes into a payment. */
export const referenceDigits = 6;

/** The parts of a merchant's bond, each of which is held, paid or returned as one. */
export const bondParts = 5;

/** The levels of merchants: open ads, and the largest order in dollars. The conditions are of the last 30 days. */
export const merchantLevels = [
  { level: 1, ads: 3, orderUsd: 10_000, orders: 0, completionPercent: 0 },
  { level: 2, ads: 6, orderUsd: 50_000, orders: 100, completionPercent: 95 },
  { level: 3, ads: 12, orderUsd: 200_000, orders: 1_000, completionPercent: 98 },
] as const;

/**
 * The minutes in the site setting `p2p_pay_minutes`; null if the text is not an ascending list of 1 to 8 of them, each
 * from 5 minutes to a day.
 */
export function readPayMinutes(text: string): readonly number[] | null {
  if (!/^[1-9][0-9]{0,3}(?:,[1-9][0-9]{0,3}){0,7}$/.test(text)) return null;
  const minutes = text.split(',').map(Number);
  const isValid = minutes.every((some, at) => some >= 5 && some <= 1_440 && some > (minutes[at - 1] ?? 0));
  return isValid ? minutes : null;
}
