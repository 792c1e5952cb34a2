/** Files of texts that are fetched together, by their names in each language's folder. `site` holds what every page needs; `web/app/pages.ts` says what else each page needs. */
export const textGroups = ['site', 'home', 'identity', 'account', 'spot', 'outbox', 'notice', 'white', 'app'] as const;
export type TextGroup = (typeof textGroups)[number];
