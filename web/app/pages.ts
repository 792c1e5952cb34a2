import type { PageGroup } from '@bourse/contract/texts';
import type { PlainKey } from './i18n/plain-key.ts';

/** The width of a page on a wide screen: 70 %, 80 % or full. On a phone every page is full width. */
export type PageWidth = 'seventy' | 'eighty' | 'full';

/** A page and its path. */
export interface Page {
  /**
   * The module whose only export is the page, loaded when the path is first opened. Absent: the page is not built yet.
   */
  readonly module?: `features/${string}.tsx`;
  /** The groups of texts that are loaded with the module, besides those of the site. */
  readonly texts?: readonly PageGroup[];
  /** The text of the page's title in the browser tab; the site's title when absent. */
  readonly title?: PlainKey;
  /** The width of the page; full when absent. */
  readonly width?: PageWidth;
  /** The page does not use the component library, so its scripts are not loaded. */
  readonly light?: true;
  /** A visitor is redirected to the login. */
  readonly requiresLogin?: true;
  /** The query parameters that the page reads. */
  readonly search?: readonly string[];
  /** The maximum size of the page's scripts in KiB (gzip), when it differs from the default. */
  readonly maxKib?: number;
}

/** A path that redirects to a page. */
export interface Redirect {
  readonly leadsTo: `/${string}`;
}

type Pages = Readonly<Record<`/${string}`, Page | Redirect>>;

/** The pages of fixed-term deposits. */
const savings = { texts: ['savings'], width: 'eighty', light: true } as const;

/** The pages of a merchant. */
const shop = {
  texts: ['shop', 'p2p', 'escrow'],
  title: 'shell.myshop',
  width: 'eighty',
  light: true,
  requiresLogin: true,
} as const;

/** The pages of peer-to-peer fiat trading. News of orders use the texts of their chats on each of them. */
const p2p = { texts: ['p2p', 'escrow'], title: 'shell.legal', width: 'eighty', light: true } as const;

/**
 * Every path of the site. The router, the script budgets (`scripts/page-weight.ts`), the check of texts and the
 * end-to-end tests that visit every page derive from this table: a new page is one line here.
 */
export const pages = {
  '/': { leadsTo: '/home' },
  '/home': { module: 'features/home/home-page.tsx', texts: ['home'], light: true, maxKib: 221 },
  '/trade': {
    module: 'features/spot/trade-page.tsx',
    texts: ['spot'],
    title: 'shell.trade',
    light: true,
    // The zero-based index of the market in the flattened list of market groups.
    search: ['id'],
    maxKib: 263,
  },
  '/markets': {
    module: 'features/markets/markets-page.tsx',
    title: 'shell.markets',
    width: 'eighty',
    light: true,
    search: ['tab', 'sort', 'order'],
    maxKib: 208,
  },
  '/login': {
    module: 'features/identity/login-page.tsx',
    texts: ['identity', 'factor'],
    title: 'shell.loginTitle',
    maxKib: 226,
    // `type` is "1" after a logout; `redirect` is the path to open after the login.
    search: ['type', 'redirect'],
  },
  '/register': {
    module: 'features/identity/register-page.tsx',
    texts: ['identity'],
    title: 'shell.registerTitle',
    // `extension_code` is the invitation code of the link.
    search: ['extension_code', 'redirect'],
    maxKib: 226,
  },
  '/forgetPassword': {
    module: 'features/identity/recovery-page.tsx',
    texts: ['identity', 'factor'],
    title: 'shell.forgetPassword',
    search: ['redirect'],
  },
  '/demo/outbox': {
    module: 'features/outbox/outbox-page.tsx',
    texts: ['outbox'],
    title: 'shell.outboxTitle',
    // The e-mail address or phone number whose messages are shown.
    search: ['to'],
  },
  '/demo/chain': {
    module: 'features/demo-chain/demo-chain-page.tsx',
    texts: ['assets', 'wallet'],
    title: 'shell.demoChain',
    width: 'eighty',
    // The highlighted transaction.
    search: ['tx'],
  },
  '/demo/card': {
    module: 'features/demo-card/demo-card-page.tsx',
    texts: ['topup'],
    title: 'shell.demoCard',
    width: 'seventy',
    // The order, sealed.
    search: ['order'],
  },
  '/notice': {
    module: 'features/notice/notice-page.tsx',
    texts: ['notice'],
    title: 'shell.news',
    width: 'eighty',
    // Without `id`, the newest article of the category.
    search: ['id', 'category_id'],
  },
  '/help': {
    module: 'features/help/help-page.tsx',
    texts: ['support', 'notice'],
    title: 'shell.helpCentre',
    width: 'eighty',
    light: true,
    // The open article; a search.
    search: ['id', 'q'],
  },
  '/figures': {
    module: 'features/figures/figures-page.tsx',
    texts: ['figures'],
    title: 'shell.figures',
    width: 'eighty',
    light: true,
  },
  '/white': { module: 'features/white/white-page.tsx', texts: ['white'], title: 'shell.white', width: 'eighty' },
  '/app': { module: 'features/app/app-page.tsx', texts: ['app'], title: 'shell.appTitle', width: 'seventy' },
  '/resetPassword': { leadsTo: '/personal/accountSettings#password' },
  '/lever': {
    module: 'features/leverage/lever-page.tsx',
    texts: ['spot', 'leverage'],
    title: 'shell.lever',
    light: true,
    requiresLogin: true,
    // The index of the market, as on the page of spot trading.
    search: ['id'],
    maxKib: 256,
  },
  '/second': {
    module: 'features/seconds/second-page.tsx',
    texts: ['spot', 'seconds'],
    title: 'shell.second',
    light: true,
    requiresLogin: true,
    // The index of the market, as on the page of spot trading.
    search: ['id'],
    maxKib: 256,
  },
  '/second/rule': {
    module: 'features/seconds/rule-page.tsx',
    texts: ['seconds'],
    title: 'shell.secondRule',
    width: 'eighty',
    light: true,
  },
  '/deposit': { ...savings, module: 'features/savings/deposit-page.tsx', title: 'shell.deposit' },
  '/coinlog': { ...savings, module: 'features/savings/coinlog-page.tsx', title: 'shell.coinlog', requiresLogin: true },
  '/legalIndex': { leadsTo: '/legalIndex/legal' },
  '/legalIndex/legal': {
    ...p2p,
    module: 'features/p2p/legal-page.tsx',
    maxKib: 223,
    // The filters of the ads.
    search: ['side', 'coin', 'fiat', 'amount', 'method', 'page'],
  },
  '/legalIndex/orders': {
    ...p2p,
    module: 'features/p2p/orders-page.tsx',
    requiresLogin: true,
    search: ['status', 'page'],
  },
  '/legalIndex/orderdetail': {
    ...p2p,
    module: 'features/p2p/order-detail-page.tsx',
    maxKib: 228,
    texts: ['p2p', 'escrow', 'payments', 'images'],
    requiresLogin: true,
    search: ['id'],
  },
  '/myshop': { leadsTo: '/myshop/myshoporders' },
  '/myshop/myshoporders': {
    ...shop,
    module: 'features/shop/my-ads-page.tsx',
    maxKib: 225,
    // The ad whose form is open; `new` for one to publish.
    search: ['ad'],
  },
  '/myshop/shoporders': { ...shop, module: 'features/shop/shop-orders-page.tsx' },
  '/myshop/shoporderdetail': {
    ...shop,
    module: 'features/shop/shop-order-page.tsx',
    maxKib: 232,
    texts: ['shop', 'p2p', 'escrow', 'payments', 'images'],
    // The order.
    search: ['id'],
  },
  '/tradePassword': {
    module: 'features/personal/trade-password-page.tsx',
    texts: ['account', 'identity', 'factor', 'security'],
    title: 'shell.tradePassword',
    requiresLogin: true,
    maxKib: 221,
  },
  '/bindAccount': {
    module: 'features/identity/bind-account-page.tsx',
    texts: ['account', 'identity', 'factor'],
    title: 'shell.bindAccount',
    requiresLogin: true,
    // `mobile` opens the form for a phone number.
    search: ['type'],
    maxKib: 230,
  },
  // The path of a link in mails to the owner; the token follows a `#`.
  '/freeze': {
    module: 'features/personal/freeze-page.tsx',
    texts: ['account', 'security'],
    title: 'shell.accountSettings',
  },
  // The path of a link in mails about saved withdrawal addresses; the token follows a `#`.
  '/stopAddress': {
    module: 'features/personal/stop-address-page.tsx',
    texts: ['addresses'],
    title: 'shell.bindAddr',
  },
} as const satisfies Pages;

/** The frame around the pages of the personal centre. Its title is used for unknown paths below it. */
export const personalFrame = {
  path: '/personal',
  module: 'features/personal/personal-frame.tsx',
  title: 'shell.notFoundTitle',
} as const satisfies Page & { readonly path: string };

/** The pages of the personal centre, by paths relative to its own. */
export const personalPages = {
  '/': { leadsTo: '/personal/accountSettings' },
  '/accountSettings': {
    module: 'features/personal/account-settings-page.tsx',
    texts: ['account', 'agents', 'identity', 'factor'],
    title: 'shell.accountSettings',
    width: 'seventy',
    requiresLogin: true,
    maxKib: 258,
  },
  '/agent': {
    module: 'features/personal/agent-page.tsx',
    texts: ['agents', 'account'],
    title: 'shell.agent',
    width: 'seventy',
    light: true,
    requiresLogin: true,
  },
  '/transactionLog': {
    module: 'features/transaction-log/transaction-log-page.tsx',
    texts: ['alerts'],
    title: 'shell.transactionLog',
    width: 'seventy',
    requiresLogin: true,
  },
  '/authentication': {
    module: 'features/verification/authentication-page.tsx',
    texts: ['verification', 'images', 'identity'],
    title: 'shell.authentication',
    width: 'seventy',
    requiresLogin: true,
  },
  '/collectionSettings': {
    module: 'features/payments/collection-settings-page.tsx',
    texts: ['payments', 'images'],
    title: 'shell.collectionSettings',
    width: 'seventy',
    requiresLogin: true,
  },
  '/editAddress': {
    module: 'features/addresses/edit-address-page.tsx',
    texts: ['addresses', 'wallet', 'identity', 'factor'],
    title: 'shell.bindAddr',
    width: 'seventy',
    requiresLogin: true,
    maxKib: 260,
  },
  '/feedback': {
    module: 'features/support/feedback-page.tsx',
    texts: ['support', 'images'],
    title: 'shell.feedback',
    width: 'seventy',
    light: true,
    requiresLogin: true,
    // The open feedback; `new` opens the form.
    search: ['id', 'new'],
  },
} as const satisfies Pages;

/** The frame around the pages of the assets. Its title is used for unknown paths below it. */
export const assetsFrame = {
  path: '/assets',
  module: 'features/assets/assets-frame.tsx',
  title: 'shell.notFoundTitle',
} as const satisfies Page & { readonly path: string };

/** A page of the assets that is not built yet. */
const comingAssets = { width: 'eighty', light: true, requiresLogin: true } as const;

/** A built page of the assets. */
const assets = { ...comingAssets, texts: ['assets'] } as const;

/** The page of an account, which shows the account of its path. */
const account = { ...assets, module: 'features/assets/account-page.tsx' } as const;

/** The pages of deposits and withdrawals, whose fields are the component library's. */
const wallet = { width: 'eighty', requiresLogin: true, texts: ['assets', 'wallet'] } as const;

/** The pages of the assets, by paths relative to their frame's. */
export const assetsPages = {
  '/': { leadsTo: '/assets/tradeAccount' },
  '/overview': { ...assets, module: 'features/assets/overview-page.tsx', title: 'shell.assetsOverview' },
  '/tradeAccount': { ...account, title: 'accounts.change_account' },
  '/legalAccount': { ...account, title: 'accounts.legal_account' },
  '/leverAccount': { ...account, title: 'accounts.lever_account' },
  '/secondAccount': { ...account, title: 'accounts.micro_account' },
  '/financialAccount': { ...account, title: 'accounts.financial_account' },
  '/convert': { ...assets, module: 'features/convert/convert-page.tsx', texts: ['convert'], title: 'shell.convert' },
  '/deposit': {
    ...wallet,
    module: 'features/deposits/deposit-page.tsx',
    title: 'shell.depositCoins',
    search: ['currency'],
  },
  '/topup': {
    ...comingAssets,
    module: 'features/topup/topup-page.tsx',
    texts: ['topup', 'wallet'],
    title: 'shell.topup',
  },
  '/withdraw': {
    ...wallet,
    module: 'features/withdrawals/withdraw-page.tsx',
    texts: ['assets', 'wallet', 'identity', 'factor'],
    title: 'shell.withdrawCoins',
    search: ['currency', 'account'],
    maxKib: 260,
  },
  // The recipient of a link or a scanned code, and the currency.
  '/send': {
    ...wallet,
    module: 'features/sending/send-page.tsx',
    texts: ['assets', 'sending', 'identity', 'factor'],
    title: 'shell.sendCoins',
    search: ['to', 'currency'],
    maxKib: 260,
  },
  '/bindAddr': {
    ...wallet,
    module: 'features/addresses/bind-address-page.tsx',
    texts: ['addresses', 'wallet', 'identity', 'factor'],
    title: 'shell.bindAddr',
    maxKib: 260,
  },
  // `type` is the account.
  '/dealRecords': {
    ...assets,
    module: 'features/assets/deal-records-page.tsx',
    texts: ['assets', 'alerts'],
    title: 'shell.dealRecords',
    search: ['type'],
  },
  // The currency and the account that the transfer starts with.
  '/transfer': {
    ...assets,
    module: 'features/assets/transfer-page.tsx',
    title: 'shell.transfer',
    search: ['currency', 'from'],
  },
  '/transferLog': {
    ...assets,
    module: 'features/assets/transfer-log-page.tsx',
    title: 'shell.transferLog',
    search: ['currency_id', 'currency_code'],
  },
} as const satisfies Pages;

/** The frames around pages. */
export const frames = [personalFrame, assetsFrame] as const;

/** A built page with its full path. */
export interface BuiltPage extends Page {
  readonly path: string;
  readonly module: `features/${string}.tsx`;
}

/** Every built page, without the frames. */
export const builtPages: readonly BuiltPage[] = [
  ...builtOf(pages, ''),
  ...builtOf(personalPages, personalFrame.path),
  ...builtOf(assetsPages, assetsFrame.path),
];

function builtOf(table: Pages, below: string): BuiltPage[] {
  return Object.entries(table).flatMap(([path, page]) => {
    if ('leadsTo' in page || page.module === undefined) return [];
    return [{ ...page, module: page.module, path: `${below}${path}` }];
  });
}
