import { builtInName, PasswordPolicy, type SiteConfig } from '@bourse/contract/identity';
import type { Language } from '@bourse/contract/texts';
import type { Kysely } from 'kysely';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { Schema } from '../database/index.ts';
import { say } from '../texts/index.ts';

const Text = Type.String({ maxLength: 4_000 });
const Switch = Type.Union([Type.Literal(0), Type.Literal(1)]);

/** The site settings that an operator can set, by name. A row in the table replaces the default. */
const SiteSettings = Type.Object({
  register_mobile: Switch,
  register_code: Switch,
  /** Whether phone numbers can identify accounts. */
  phone_accounts: Switch,
  /** Which logins need a verification code. */
  login_code: Type.Union([Type.Literal('never'), Type.Literal('new_device'), Type.Literal('always')]),
  /** The rule for new passwords. */
  password_policy: PasswordPolicy,
  register_word: Text,
  app_name: Text,
  /** The link to customer service: a path of this site or a web address. Empty hides the link. */
  kefu_url: Text,
  lang_switch: Type.Integer({ minimum: 0, maximum: 99 }),
  logo: Text,
  timezone: Text,
  double_pay_switch: Switch,
  document_title: Text,
  /**
   * A notice that the home page shows once; not shown if the content is empty. Null uses the venue's default: a
   * simulated market describes itself.
   */
  dialog_title: Type.Union([Text, Type.Null()]),
  dialog_content: Type.Union([Text, Type.Null()]),
  /** An invitation code that everyone may use; empty if only those of users are accepted. */
  default_invite_code: Type.String({ pattern: '^[A-Z0-9]{0,32}$' }),
  volume_display_divisor: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  /** Yuan per USDT, as a plain decimal. */
  usdt_cny_price: Type.String({ pattern: '^[0-9]{1,6}(\\.[0-9]{1,6})?$' }),
  /** 1 shows the currency overview on the trade page. */
  desc_switch: Switch,
  /** How to contact the venue; empty by default, except in a demo. */
  contact_mobile: Type.String({ maxLength: 64 }),
  contact_email: Type.String({ maxLength: 254 }),
  /** Accounts that one address may register within an hour. */
  registrations_per_hour: Type.Integer({ minimum: 1, maximum: 10_000 }),
  /** Verification codes that one address may request within an hour. */
  codes_per_hour: Type.Integer({ minimum: 1, maximum: 10_000 }),
  /** Text messages with codes per hour and purpose, and as many to devices that an account knows. */
  texts_per_hour: Type.Integer({ minimum: 1, maximum: 10_000 }),
});
export type SiteSettings = Static<typeof SiteSettings>;

/** Defaults that differ between a demo and a live venue. */
export interface SiteDefaults {
  /** Whether registration needs a verification code. */
  readonly registerCode: boolean;
  readonly passwordPolicy: PasswordPolicy;
  readonly volumeDivisor: number;
  readonly contact: { readonly mobile: string; readonly email: string };
}

export function siteDefaultsOf(demo: boolean): SiteDefaults {
  return demo
    ? // The number and the domain are reserved for examples.
      {
        registerCode: false,
        passwordPolicy: 'spec',
        volumeDivisor: 1,
        contact: { mobile: '+1 202 555 0143', email: 'help@bourse.example' },
      }
    : { registerCode: true, passwordPolicy: 'strong', volumeDivisor: 50, contact: { mobile: '', email: '' } };
}

/** The site settings: defaults, overridden by the rows of `site_settings`. Throws if a row is invalid. */
export async function readSiteSettings(db: Kysely<Schema>, defaults: SiteDefaults): Promise<SiteSettings> {
  const rows = await db.selectFrom('site_settings').select(['name', 'value']).execute();
  const settings: unknown = {
    ...defaultSettings(defaults),
    ...Object.fromEntries(rows.map((row) => [row.name, row.value])),
  };
  if (!Check(SiteSettings, settings))
    throw new Error(`the site settings are not valid: ${wrongNames(rows).join(', ')}`);
  return settings;
}

/** Properties of the venue that the page needs and no operator can set. */
export interface VenueFacts {
  readonly simulatedMarket: boolean;
  /** Whether messages are kept for anyone to read instead of being sent. */
  readonly keepsMessages: boolean;
}

/** The public settings, with the venue's own texts in the language of the visitor. */
export function publicConfig(settings: SiteSettings, venue: VenueFacts, language: Language): SiteConfig {
  const { kefu_url, usdt_cny_price: _cny, desc_switch: _desc, login_code: _code, ...others } = settings;
  const { contact_mobile: _mobile, contact_email: _email, ...rest } = others;
  const { registrations_per_hour: _registrations, codes_per_hour: _codes, texts_per_hour: _texts, ...shown } = rest;
  const notice = venue.simulatedMarket ? demoNotice(language) : { title: '', content: '' };
  return {
    ...shown,
    dialog_title: settings.dialog_title ?? notice.title,
    dialog_content: settings.dialog_content ?? notice.content,
    kefuUrl: kefu_url,
    simulated_market: venue.simulatedMarket ? 1 : 0,
    demo_outbox: venue.keepsMessages ? 1 : 0,
  };
}

function demoNotice(language: Language): { readonly title: string; readonly content: string } {
  return { title: say(language, 'demoNotice.title'), content: say(language, 'demoNotice.content') };
}

function defaultSettings(defaults: SiteDefaults): SiteSettings {
  return {
    register_mobile: 0,
    register_code: defaults.registerCode ? 1 : 0,
    phone_accounts: 0,
    login_code: 'new_device',
    password_policy: defaults.passwordPolicy,
    register_word: '',
    app_name: builtInName,
    // Until an operator sets a better link: the article about contacting the venue.
    kefu_url: '/notice?id=602&category_id=26',
    lang_switch: 10,
    logo: '',
    timezone: 'UTC',
    double_pay_switch: 0,
    document_title: builtInName,
    dialog_title: null,
    dialog_content: null,
    default_invite_code: 'BOURSE',
    volume_display_divisor: defaults.volumeDivisor,
    usdt_cny_price: '6.8',
    desc_switch: 1,
    contact_mobile: defaults.contact.mobile,
    contact_email: defaults.contact.email,
    // Schools and offices share one address, and so do all clients on one machine.
    registrations_per_hour: 200,
    codes_per_hour: 100,
    texts_per_hour: 1_000,
  };
}

function wrongNames(rows: readonly { readonly name: string; readonly value: unknown }[]): string[] {
  const valid: Record<string, unknown> = defaultSettings(siteDefaultsOf(true));
  return rows.filter((row) => !Check(SiteSettings, { ...valid, [row.name]: row.value })).map((row) => row.name);
}
