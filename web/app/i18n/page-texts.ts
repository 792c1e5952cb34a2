/** Files of texts that are fetched together, by their names in each language's folder. `site` holds what every page needs. */
export const textGroups = ['site', 'home', 'identity', 'account', 'spot', 'outbox', 'notice', 'white', 'app'] as const;
export type TextGroup = (typeof textGroups)[number];

/** What each page needs besides the texts of the site; fetched together with its scripts. */
export const pageTexts = {
  'features/home/home-page.tsx': ['home'],
  'features/markets/markets-page.tsx': [],
  'features/spot/trade-page.tsx': ['spot'],
  'features/identity/login-page.tsx': ['identity'],
  'features/identity/register-page.tsx': ['identity'],
  'features/identity/recovery-page.tsx': ['identity'],
  'features/personal/personal-frame.tsx': [],
  'features/personal/account-settings-page.tsx': ['account', 'identity'],
  'features/outbox/outbox-page.tsx': ['outbox'],
  'features/notice/notice-page.tsx': ['notice'],
  'features/white/white-page.tsx': ['white'],
  'features/app/app-page.tsx': ['app'],
} as const satisfies Readonly<Record<string, readonly TextGroup[]>>;

export type Page = keyof typeof pageTexts;
