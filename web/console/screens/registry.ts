import {
  announcementCalls,
  approvalCalls,
  auditCalls,
  contentCalls,
  convertCalls,
  debtCalls,
  depositCalls,
  exportCalls,
  feedbackCalls,
  healthCalls,
  homeCalls,
  indexCalls,
  leverageCalls,
  marketCalls,
  networkCalls,
  p2pCalls,
  reconciliationCalls,
  savingsCalls,
  secondsCalls,
  settingsCalls,
  staffCalls,
  treasuryCalls,
  type ConsoleAudience,
  userCalls,
  venueMoneyCalls,
  verificationCalls,
  withdrawalCalls,
} from '@bourse/contract/console';
import {
  IconAdjustments,
  IconArrowsExchange,
  IconArticle,
  IconBuildingBank,
  IconBuildingStore,
  IconCash,
  IconChartLine,
  IconChecks,
  IconCoins,
  IconDownload,
  IconCoinBitcoin,
  IconFlag,
  IconGavel,
  IconHeartbeat,
  IconHourglass,
  IconHome,
  IconId,
  IconListSearch,
  IconNetwork,
  IconScale,
  IconMessages,
  IconPigMoney,
  IconScaleOutline,
  IconReceipt,
  IconSpeakerphone,
  IconTransform,
  IconUpload,
  IconUsers,
  IconWallet,
  IconUserShield,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { PlainConsoleKey } from '../texts/texts.ts';

/** The groups of the navigation, from top to bottom. */
export const screenGroups = ['queues', 'people', 'money', 'markets', 'site', 'system'] as const;
export type ScreenGroup = (typeof screenGroups)[number];

/** An icon of `@tabler/icons-react`. */
type Icon = ComponentType<{
  readonly size?: number;
  readonly stroke?: number;
  readonly 'aria-hidden'?: boolean | 'true' | 'false';
}>;

export interface Screen {
  /** One segment: "/markets". The open row, tabs and filters are query parameters. */
  readonly path: string;
  readonly group: ScreenGroup;
  readonly icon: Icon;
  readonly title: PlainConsoleKey;
  /** The call that the screen reads first: staff who may make it see the screen. */
  readonly needs: { readonly audience: ConsoleAudience };
  /** Imports the screen's module, which exports exactly one component. */
  readonly load: () => Promise<Readonly<Record<string, ComponentType>>>;
}

/** Every screen, in the order of the navigation. */
export const screens: readonly Screen[] = [
  {
    path: '/home',
    group: 'queues',
    icon: IconHome,
    title: 'home.title',
    needs: homeCalls.home,
    load: () => import('./home/home-screen.tsx'),
  },
  {
    path: '/approvals',
    group: 'queues',
    icon: IconChecks,
    title: 'approvals.title',
    needs: approvalCalls.approvals,
    load: () => import('./approvals/approvals-screen.tsx'),
  },
  {
    path: '/feedback',
    group: 'queues',
    icon: IconMessages,
    title: 'feedback.title',
    needs: feedbackCalls.feedbackInbox,
    load: () => import('./feedback/feedback-screen.tsx'),
  },
  {
    path: '/verifications',
    group: 'queues',
    icon: IconId,
    title: 'verifications.title',
    needs: verificationCalls.verifications,
    load: () => import('./verifications/verifications-screen.tsx'),
  },
  {
    path: '/appeals',
    group: 'queues',
    icon: IconGavel,
    title: 'fiat.appeals',
    needs: p2pCalls.p2pAppeals,
    load: () => import('./p2p/appeals-screen.tsx'),
  },
  {
    path: '/reports',
    group: 'queues',
    icon: IconFlag,
    title: 'fiat.reports',
    needs: p2pCalls.p2pReports,
    load: () => import('./p2p/reports-screen.tsx'),
  },
  {
    path: '/users',
    group: 'people',
    icon: IconUsers,
    title: 'users.title',
    needs: userCalls.users,
    load: () => import('./users/users-screen.tsx'),
  },
  {
    path: '/merchants',
    group: 'people',
    icon: IconBuildingStore,
    title: 'fiat.merchants',
    needs: p2pCalls.p2pMerchants,
    load: () => import('./p2p/merchants-screen.tsx'),
  },
  {
    path: '/venue-money',
    group: 'money',
    icon: IconBuildingBank,
    title: 'venueMoney.title',
    needs: venueMoneyCalls.venueAccounts,
    load: () => import('./venue-money/venue-money-screen.tsx'),
  },
  {
    path: '/debts',
    group: 'money',
    icon: IconReceipt,
    title: 'debts.title',
    needs: debtCalls.debts,
    load: () => import('./debts/debts-screen.tsx'),
  },
  {
    path: '/markets',
    group: 'markets',
    icon: IconArrowsExchange,
    title: 'markets.title',
    needs: marketCalls.markets,
    load: () => import('./markets/markets-screen.tsx'),
  },
  {
    path: '/currencies',
    group: 'markets',
    icon: IconCoins,
    title: 'currencies.title',
    needs: marketCalls.currencies,
    load: () => import('./currencies/currencies-screen.tsx'),
  },
  {
    path: '/deposits',
    group: 'money',
    icon: IconCoinBitcoin,
    title: 'deposits.title',
    needs: depositCalls.deposits,
    load: () => import('./deposits/deposits-screen.tsx'),
  },
  {
    path: '/withdrawals',
    group: 'money',
    icon: IconUpload,
    title: 'withdrawals.title',
    needs: withdrawalCalls.withdrawals,
    load: () => import('./withdrawals/withdrawals-screen.tsx'),
  },
  {
    path: '/reconciliation',
    group: 'money',
    icon: IconScale,
    title: 'reconciliation.title',
    needs: reconciliationCalls.reconciliation,
    load: () => import('./reconciliation/reconciliation-screen.tsx'),
  },
  {
    path: '/wallets',
    group: 'money',
    icon: IconWallet,
    title: 'treasury.title',
    needs: treasuryCalls.treasury,
    load: () => import('./treasury/treasury-screen.tsx'),
  },
  {
    path: '/networks',
    group: 'money',
    icon: IconNetwork,
    title: 'networks.title',
    needs: networkCalls.networks,
    load: () => import('./networks/networks-screen.tsx'),
  },
  {
    path: '/indices',
    group: 'markets',
    icon: IconChartLine,
    title: 'indices.title',
    needs: indexCalls.indices,
    load: () => import('./indices/indices-screen.tsx'),
  },
  {
    path: '/leverage',
    group: 'markets',
    icon: IconScaleOutline,
    title: 'leverage.title',
    needs: leverageCalls.leveragePairs,
    load: () => import('./leverage/leverage-screen.tsx'),
  },
  {
    path: '/seconds',
    group: 'markets',
    icon: IconHourglass,
    title: 'seconds.title',
    needs: secondsCalls.secondsMarkets,
    load: () => import('./seconds/seconds-screen.tsx'),
  },
  {
    path: '/savings',
    group: 'markets',
    icon: IconPigMoney,
    title: 'savings.title',
    needs: savingsCalls.savingsProducts,
    load: () => import('./savings/savings-screen.tsx'),
  },
  {
    path: '/convert',
    group: 'markets',
    icon: IconTransform,
    title: 'convert.title',
    needs: convertCalls.convertSettings,
    load: () => import('./convert/convert-screen.tsx'),
  },
  {
    path: '/fiat',
    group: 'markets',
    icon: IconCash,
    title: 'fiat.title',
    needs: p2pCalls.p2pFigures,
    load: () => import('./p2p/fiat-screen.tsx'),
  },
  {
    path: '/settings',
    group: 'site',
    icon: IconAdjustments,
    title: 'settings.title',
    needs: settingsCalls.settings,
    load: () => import('./settings/settings-screen.tsx'),
  },
  {
    path: '/staff',
    group: 'system',
    icon: IconUserShield,
    title: 'staff.title',
    needs: staffCalls.staff,
    load: () => import('./staff/staff-screen.tsx'),
  },
  {
    path: '/exports',
    group: 'system',
    icon: IconDownload,
    title: 'exports.title',
    needs: exportCalls.exportTrades,
    load: () => import('./exports/exports-screen.tsx'),
  },
  {
    path: '/health',
    group: 'system',
    icon: IconHeartbeat,
    title: 'health.title',
    needs: healthCalls.health,
    load: () => import('./health/health-screen.tsx'),
  },
  {
    path: '/audit',
    group: 'system',
    icon: IconListSearch,
    title: 'audit.title',
    needs: auditCalls.audit,
    load: () => import('./audit/audit-screen.tsx'),
  },
  {
    path: '/content',
    group: 'site',
    icon: IconArticle,
    title: 'content.title',
    needs: contentCalls.articles,
    load: () => import('./content/content-screen.tsx'),
  },
  {
    path: '/announcements',
    group: 'site',
    icon: IconSpeakerphone,
    title: 'announcements.title',
    needs: announcementCalls.announcements,
    load: () => import('./announcements/announcements-screen.tsx'),
  },
];

/** The screens before a session, outside the frame. */
export const entryScreens: readonly Pick<Screen, 'path' | 'load'>[] = [
  { path: '/login', load: () => import('./login/login-screen.tsx') },
  { path: '/enrol', load: () => import('./enrol/enrol-screen.tsx') },
];
