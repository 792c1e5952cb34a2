import { highestSharePpm } from '@bourse/engine/agents';
import { builtInName, PasswordPolicy, type SiteConfig } from '@bourse/contract/identity';
import { readPayMinutes } from '@bourse/contract/p2p';
import { readPaymentCodes } from '@bourse/contract/payments';
import type { Language } from '@bourse/contract/texts';
import Type, { type Static, type TSchema } from 'typebox';
import { isNetwork } from '../../ground/gateway/index.ts';
import { say } from '../../ground/texts/index.ts';
import type { With } from '../../ground/parts.ts';

const Text = Type.String({ maxLength: 4_000 });
/** A line of text without control characters. */
const Line = (maxLength: number, minLength = 0) =>
  Type.String({ minLength, maxLength, pattern: '^[^\\x00-\\x1f\\x7f]*$' });
const Switch = Type.Union([Type.Literal(0), Type.Literal(1)]);
const perHour = Type.Integer({ minimum: 1, maximum: 10_000 });

const dollars = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
const topupDollars = Type.Integer({ minimum: 1, maximum: 1_000_000 });
const hours = Type.Integer({ minimum: 0, maximum: 720 });

/** Minutes and hours that orders of peer-to-peer trading wait. */
const minutesOf = (minimum: number) => Type.Integer({ minimum, maximum: 10_080 });

const agentShare = Type.Integer({ minimum: 1, maximum: highestSharePpm });

const keptDays = (minimum: number) => Type.Integer({ minimum, maximum: 3_650 });

/** The groups of settings, in the order of the console's page. */
export const settingGroups = [
  'site',
  'contact',
  'accounts',
  'limits',
  'wallet',
  'documents',
  'market',
  'payments',
  'p2p',
  'console',
] as const;
export type SettingGroup = (typeof settingGroups)[number];

/** A site setting: its values, its default, and where the console shows it. */
interface Setting<Values extends TSchema> {
  readonly values: Values;
  readonly byDefault: (defaults: SiteDefaults) => Static<Values>;
  readonly group: SettingGroup;
  /** Whether a change needs the approval of a second person. */
  readonly fourEyes: boolean;
}

interface More {
  readonly fourEyes?: boolean;
}

/** A setting with the same default in a demo and in live mode. */
function setting<Values extends TSchema>(
  group: SettingGroup,
  values: Values,
  value: Static<Values>,
  more: More = {},
): Setting<Values> {
  return settingBy(group, values, () => value, more);
}

function settingBy<Values extends TSchema>(
  group: SettingGroup,
  values: Values,
  byDefault: Setting<Values>['byDefault'],
  { fourEyes = false }: More = {},
): Setting<Values> {
  return { values, byDefault, group, fourEyes };
}

/**
 * Every site setting, declared once: an operator changes it in the console, effective without a restart. A row in the
 * table replaces the default.
 */
export const siteSettings = {
  app_name: setting('site', Line(64, 1), builtInName),
  document_title: setting('site', Line(200, 1), builtInName),
  logo: setting('site', Text, ''),
  register_word: setting('site', Text, ''),
  lang_switch: setting('site', Type.Integer({ minimum: 0, maximum: 99 }), 10),
  timezone: setting('site', Type.Refine(Line(64, 1), isTimeZone), 'UTC'),
  /**
   * A notice that the home page shows once; not shown if the content is empty. Null uses the venue's default: a
   * simulated market describes itself.
   */
  dialog_title: setting('site', Type.Union([Text, Type.Null()]), null),
  dialog_content: setting('site', Type.Union([Text, Type.Null()]), null),
  /** Shows the currency overview on the trade page. */
  desc_switch: setting('site', Switch, 1),
  double_pay_switch: setting('site', Switch, 0),
  /** The link to customer service: a path of this site or a web address. Empty hides the link. */
  kefu_url: setting('contact', Text, '/notice?id=602&category_id=26'),
  /** How to contact the venue; empty by default, except in a demo. */
  contact_mobile: settingBy('contact', Type.String({ maxLength: 64 }), ({ contact }) => contact.mobile),
  contact_email: settingBy('contact', Type.String({ maxLength: 254 }), ({ contact }) => contact.email),
  register_mobile: setting('accounts', Switch, 0),
  register_code: settingBy('accounts', Switch, ({ registerCode }) => (registerCode ? 1 : 0)),
  /** Whether phone numbers can identify accounts. */
  phone_accounts: setting('accounts', Switch, 0),
  /** Which logins need a verification code. */
  login_code: setting(
    'accounts',
    Type.Union([Type.Literal('never'), Type.Literal('new_device'), Type.Literal('always')]),
    'new_device',
  ),
  /** The rule for new passwords. */
  password_policy: settingBy('accounts', PasswordPolicy, ({ passwordPolicy }) => passwordPolicy),
  /** An invitation code that everyone may use; empty if only those of users are accepted. */
  default_invite_code: setting('accounts', Type.String({ pattern: '^[A-Z0-9]{0,32}$' }), 'BOURSE'),
  /** Accounts that one address may register within an hour: schools and offices share one address. */
  registrations_per_hour: setting('limits', perHour, 200),
  /** Verification codes that one address may request within an hour. */
  codes_per_hour: setting('limits', perHour, 100),
  /** Text messages with codes per hour and purpose, and as many to devices that an account knows. */
  texts_per_hour: setting('limits', perHour, 1_000),
  /** The value in dollars above which a transfer between the exchange's own accounts needs a second person. */
  venue_transfer_limit: setting('limits', Type.Integer({ minimum: 0, maximum: 1_000_000_000 }), 10_000, {
    fourEyes: true,
  }),
  /** The highest share of fees that an agent can be given, in parts per million. */
  agent_share_maximum_ppm: setting('limits', agentShare, highestSharePpm, { fourEyes: true }),
  /** Dollars of unmatured deposits of a user that may be credited before they are final; 0 for no limit. */
  fast_credit_usd: settingBy('wallet', dollars, ({ wallet }) => wallet.fastCreditUsd, { fourEyes: true }),
  /** Dollars that may be withdrawn within 24 hours, by review status. */
  draw_day_usd_0: setting('wallet', dollars, 0, { fourEyes: true }),
  draw_day_usd_1: setting('wallet', dollars, 2_000, { fourEyes: true }),
  draw_day_usd_2: setting('wallet', dollars, 100_000, { fourEyes: true }),
  /** Dollars up to which a withdrawal without a flag is paid without staff. */
  draw_auto_usd: settingBy('wallet', dollars, ({ wallet }) => wallet.autoUsd, { fourEyes: true }),
  /** Dollars above which two members of staff must approve a withdrawal. */
  draw_four_eyes_usd: setting('wallet', dollars, 10_000, { fourEyes: true }),
  /** Hours without payments after a change of a password or of the second factor. */
  draw_security_hours: setting('wallet', hours, 24, { fourEyes: true }),
  /** Hours without payments after staff have reset the second factor. */
  draw_reset_hours: setting('wallet', hours, 72, { fourEyes: true }),
  /** Hours without payments after a change of the e-mail address or phone number. */
  draw_contact_hours: setting('wallet', hours, 6, { fourEyes: true }),
  /** Hours until an address is paid for the first time. */
  draw_address_hours: settingBy('wallet', hours, ({ wallet }) => wallet.addressHours, { fourEyes: true }),
  /** Hours from the first login of a device in which staff check withdrawals from it. */
  draw_device_hours: settingBy('wallet', hours, ({ wallet }) => wallet.deviceHours, { fourEyes: true }),
  /** The least worth in dollars of coins sent to a user, and how often a user may send within a UTC day. */
  send_min_usd: setting('wallet', dollars, 1),
  send_day_count: setting('wallet', Type.Integer({ minimum: 0, maximum: 1_000 }), 20, { fourEyes: true }),
  /** Dollars that a new recipient may receive from a user, and the hours for which it is new. */
  send_new_usd: setting('wallet', dollars, 500, { fourEyes: true }),
  send_new_hours: setting('wallet', hours, 24, { fourEyes: true }),
  /** Recipients that a user may look up within a UTC day. */
  send_lookups: setting('wallet', Type.Integer({ minimum: 1, maximum: 1_000 }), 20, { fourEyes: true }),
  /** Days for which an approved document is kept; 0 for as long as the account exists. */
  images_identity_days: settingBy('documents', keptDays(0), ({ imageDays }) => imageDays.identity),
  /** Days for which a document is kept after it was rejected or replaced. */
  images_rejected_days: settingBy('documents', keptDays(1), ({ imageDays }) => imageDays.rejected),
  /** Days for which the image of a payment method is kept after it was replaced. */
  images_payment_days: settingBy('documents', keptDays(1), ({ imageDays }) => imageDays.payment),
  /** Days for which images of feedback are kept. */
  images_feedback_days: settingBy('documents', keptDays(1), ({ imageDays }) => imageDays.feedback),
  /** Seconds after which a demo decides about a document without staff; 0 leaves it to them. Live: no effect. */
  demo_review_seconds: setting('documents', Type.Integer({ minimum: 0, maximum: 86_400 }), 20),
  volume_display_divisor: settingBy(
    'market',
    Type.Integer({ minimum: 1, maximum: 1_000_000 }),
    ({ volumeDivisor }) => volumeDivisor,
  ),
  /** Yuan per USDT, as a plain decimal. */
  usdt_cny_price: setting('market', Type.String({ pattern: '^[0-9]{1,6}(\\.[0-9]{1,6})?$' }), '6.8'),
  /** The codes of the payment types that are offered, in their order. */
  payment_types: setting('payments', Type.Refine(Line(200, 1), isPaymentTypeList), 'alipay,wxpay,bank'),
  /** Whether card top-ups can be begun. */
  topup_open: setting('payments', Switch, 1),
  /** Dollars of one card top-up, and those of a person within 24 hours. */
  topup_min_usd: setting('payments', topupDollars, 20, { fourEyes: true }),
  topup_max_usd: setting('payments', topupDollars, 1_000, { fourEyes: true }),
  topup_day_usd: setting('payments', topupDollars, 2_000, { fourEyes: true }),
  /** Days until coins that a card paid can leave. */
  topup_mature_days: setting('payments', Type.Integer({ minimum: 0, maximum: 366 }), 14, { fourEyes: true }),
  /** The minutes for a payment that an ad can have, in their order. */
  p2p_pay_minutes: setting('p2p', Type.Refine(Line(60, 1), isPayMinutes), '15,30,60,120'),
  /** Minutes from a payment to the earliest appeal. */
  p2p_appeal_minutes: setting('p2p', minutesOf(0), 10),
  /** Minutes from a payment until an order is delayed, and those that a delayed order waits for its seller. */
  p2p_delay_minutes: setting('p2p', minutesOf(1), 1_440, { fourEyes: true }),
  p2p_auto_minutes: setting('p2p', minutesOf(1), 1_440, { fourEyes: true }),
  /** The end of a paid order whose seller stays silent. */
  p2p_auto_confirm: settingBy(
    'p2p',
    Type.Union([Type.Literal('release'), Type.Literal('appeal')]),
    ({ p2pAutoConfirm }) => p2pAutoConfirm,
    { fourEyes: true },
  ),
  /** Hours until bought coins can leave: released by their seller, or without. */
  p2p_mature_hours: setting('p2p', hours, 24, { fourEyes: true }),
  p2p_auto_mature_hours: setting('p2p', hours, 72, { fourEyes: true }),
  /** The fee of the coins that a buyer receives, in parts per million. */
  p2p_fee_ppm: setting('p2p', Type.Integer({ minimum: 0, maximum: 100_000 }), 0, { fourEyes: true }),
  /** Percent by which a price may differ from index × rate. */
  p2p_band_percent: setting('p2p', Type.Integer({ minimum: 1, maximum: 50 }), 20, { fourEyes: true }),
  /** Dollars that a user may open in a UTC day, and those of each of the first three orders. */
  p2p_day_usd: setting('p2p', dollars, 2_000, { fourEyes: true }),
  p2p_first_usd: setting('p2p', dollars, 500, { fourEyes: true }),
  /** The bond of a merchant in USDT. */
  p2p_bond_usdt: setting('p2p', Type.Integer({ minimum: 0, maximum: 1_000_000 }), 500, { fourEyes: true }),
  /** Dollars above which two members of staff decide about an appeal. */
  p2p_four_eyes_usd: setting('p2p', dollars, 5_000, { fourEyes: true }),
  /** Seconds after which a demo decides about an appeal with one of its merchants; 0 leaves it to staff. */
  demo_appeal_seconds: setting('p2p', Type.Integer({ minimum: 0, maximum: 86_400 }), 60),
  /** Whether marked actions of staff wait for a second person; always on in live mode. */
  console_four_eyes: settingBy(
    'console',
    Type.Union([Type.Literal('on'), Type.Literal('off')]),
    ({ fourEyes }) => (fourEyes ? 'on' : 'off'),
    { fourEyes: true },
  ),
  /** Networks from which staff may reach the console, separated by commas; it can only narrow the configured ones. */
  console_allow: setting('console', Type.Refine(Line(2_000), isNetworkList), '', { fourEyes: true }),
};

type SettingName = keyof typeof siteSettings;
export type SiteSettings = { readonly [Name in SettingName]: Static<(typeof siteSettings)[Name]['values']> };

/** Defaults that differ between a demo and a live venue. */
export interface SiteDefaults {
  /** Whether registration needs a verification code. */
  readonly registerCode: boolean;
  readonly passwordPolicy: PasswordPolicy;
  readonly volumeDivisor: number;
  /** Whether marked actions of staff wait for a second person. */
  readonly fourEyes: boolean;
  /** Limits of deposits and withdrawals. */
  readonly wallet: {
    readonly fastCreditUsd: number;
    readonly autoUsd: number;
    readonly addressHours: number;
    readonly deviceHours: number;
  };
  /** Days for which images of users are kept. */
  readonly imageDays: {
    readonly identity: number;
    readonly rejected: number;
    readonly payment: number;
    readonly feedback: number;
  };
  readonly contact: { readonly mobile: string; readonly email: string };
  /** The end of paid orders of peer-to-peer trading whose seller stays silent. */
  readonly p2pAutoConfirm: 'release' | 'appeal';
}

export function siteDefaultsOf(demo: boolean): SiteDefaults {
  return demo
    ? // The number and the domain are reserved for examples.
      {
        registerCode: false,
        passwordPolicy: 'spec',
        volumeDivisor: 1,
        fourEyes: false,
        wallet: { fastCreditUsd: 0, autoUsd: 5_000, addressHours: 0, deviceHours: 0 },
        imageDays: { identity: 7, rejected: 7, payment: 7, feedback: 7 },
        contact: { mobile: '+1 202 555 0143', email: 'help@bourse.example' },
        p2pAutoConfirm: 'release',
      }
    : {
        registerCode: true,
        passwordPolicy: 'strong',
        volumeDivisor: 50,
        fourEyes: true,
        wallet: { fastCreditUsd: 25_000, autoUsd: 1_000, addressHours: 24, deviceHours: 24 },
        imageDays: { identity: 0, rejected: 90, payment: 1_825, feedback: 365 },
        contact: { mobile: '', email: '' },
        p2pAutoConfirm: 'appeal',
      };
}

/** Properties of the venue that the page needs and no operator can set. */
export interface VenueFacts extends With<'keepsMessages'> {
  readonly simulatedMarket: boolean;
  /** The dialog that staff have published, in the language of the visitor; null for none. */
  readonly dialog: ReturnType<PublishedDialog['textIn']>;
}

/** The dialog of the home page. */
export interface PublishedDialog {
  textIn(language: Language): { readonly title: string; readonly content: string } | null;
}

/** The settings that visitors may read, each named here; the venue's own texts are in the language of the visitor. */
export function publicConfig(settings: SiteSettings, venue: VenueFacts, language: Language): SiteConfig {
  const notice = venue.simulatedMarket ? demoNotice(language) : { title: '', content: '' };
  return {
    register_mobile: settings.register_mobile,
    register_code: settings.register_code,
    register_word: settings.register_word,
    app_name: settings.app_name,
    lang_switch: settings.lang_switch,
    logo: settings.logo,
    timezone: settings.timezone,
    double_pay_switch: settings.double_pay_switch,
    document_title: settings.document_title,
    default_invite_code: settings.default_invite_code,
    volume_display_divisor: settings.volume_display_divisor,
    password_policy: settings.password_policy,
    phone_accounts: settings.phone_accounts,
    dialog_title: venue.dialog?.title ?? settings.dialog_title ?? notice.title,
    dialog_content: venue.dialog?.content ?? settings.dialog_content ?? notice.content,
    kefuUrl: settings.kefu_url,
    simulated_market: venue.simulatedMarket ? 1 : 0,
    demo_outbox: venue.keepsMessages ? 1 : 0,
  };
}

function demoNotice(language: Language): { readonly title: string; readonly content: string } {
  return { title: say(language, 'demoNotice.title'), content: say(language, 'demoNotice.content') };
}

/** Whether the names of dates know this time zone. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

function isPaymentTypeList(text: string): boolean {
  return readPaymentCodes(text) !== null;
}

function isPayMinutes(text: string): boolean {
  return readPayMinutes(text) !== null;
}

/** Addresses and networks in CIDR notation, separated by commas; or empty. */
function isNetworkList(text: string): boolean {
  return networksOf(text).every((network) => isNetwork(network));
}

/** The networks of a list. */
export function networksOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(',').map((network) => network.trim());
}
