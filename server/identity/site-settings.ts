import type { SiteConfig } from '@bourse/contract/identity';
import type { Language } from '@bourse/contract/texts';
import type { Kysely } from 'kysely';
import Type, { type Static } from 'typebox';
import { Check } from 'typebox/value';
import type { Schema } from '../database/index.ts';
import { say } from '../texts/index.ts';

const Text = Type.String({ maxLength: 4_000 });
const Switch = Type.Union([Type.Literal(0), Type.Literal(1)]);

/** What an operator may set about the site, by name. A value in the table replaces the default of the same name. */
const SiteSettings = Type.Object({
  register_mobile: Switch,
  register_code: Switch,
  /** Accounts can also go by a phone number. */
  phone_accounts: Switch,
  /** When a login asks for a verification code. */
  login_code: Type.Union([Type.Literal('never'), Type.Literal('new_device'), Type.Literal('always')]),
  register_word: Text,
  app_name: Text,
  /** Where customer service is: a path of this site, or an address of the web. No link when it is empty. */
  kefu_url: Text,
  lang_switch: Type.Integer({ minimum: 0, maximum: 99 }),
  logo: Text,
  timezone: Text,
  double_pay_switch: Switch,
  document_title: Text,
  /**
   * What the home page tells everybody once; nothing when the content is empty. Null leaves it to the venue: a
   * simulated market says what it is.
   */
  dialog_title: Type.Union([Text, Type.Null()]),
  dialog_content: Type.Union([Text, Type.Null()]),
  /** Empty when only the invitation codes of people are accepted. */
  default_invite_code: Type.String({ pattern: '^[A-Z0-9]{0,32}$' }),
  volume_display_divisor: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
  /** Yuan for one USDT, plain decimal. */
  usdt_cny_price: Type.String({ pattern: '^[0-9]{1,6}(\\.[0-9]{1,6})?$' }),
  /** 1 shows the currency overview on the trade page. */
  desc_switch: Switch,
  /** How to reach the venue; empty until an operator can say. */
  contact_mobile: Type.String({ maxLength: 64 }),
  contact_email: Type.String({ maxLength: 254 }),
  /** Accounts that may be opened from one address within an hour. */
  registrations_per_hour: Type.Integer({ minimum: 1, maximum: 10_000 }),
  /** Verification codes that may be asked for from one address within an hour. */
  codes_per_hour: Type.Integer({ minimum: 1, maximum: 10_000 }),
});
export type SiteSettings = Static<typeof SiteSettings>;

/** What differs between a demo and a real venue before anybody has set anything. */
export interface SiteDefaults {
  /** Registration asks for a verification code. */
  readonly registerCode: boolean;
}

/**
 * The settings of the site: defaults, overridden by the rows of `site_settings`. Throws when a row does not fit its
 * setting.
 */
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

/** What the page is told of the venue that nobody can set. */
export interface VenueFacts {
  readonly simulatedMarket: boolean;
  /** Codes are not sent but kept for everybody to read. */
  readonly keepsMessages: boolean;
}

/**
 * The part of the settings that every visitor may see; what the venue itself says is in the language of the visitor.
 */
export function publicConfig(settings: SiteSettings, venue: VenueFacts, language: Language): SiteConfig {
  const { kefu_url, usdt_cny_price: _cny, desc_switch: _desc, login_code: _code, ...others } = settings;
  const { contact_mobile: _mobile, contact_email: _email, ...rest } = others;
  const { registrations_per_hour: _registrations, codes_per_hour: _codes, ...shown } = rest;
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
    register_word: '',
    app_name: 'Bourse',
    // What an operator can do better: the article that says whom to ask.
    kefu_url: '/notice?id=602&category_id=26',
    lang_switch: 10,
    logo: '',
    timezone: 'UTC',
    double_pay_switch: 0,
    document_title: 'Bourse',
    dialog_title: null,
    dialog_content: null,
    default_invite_code: 'BOURSE',
    volume_display_divisor: 50,
    usdt_cny_price: '6.8',
    desc_switch: 1,
    contact_mobile: '',
    contact_email: '',
    // A school or an office shares one address, and so does everything that is tried out on one machine.
    registrations_per_hour: 200,
    codes_per_hour: 100,
  };
}

function wrongNames(rows: readonly { readonly name: string; readonly value: unknown }[]): string[] {
  const valid: Record<string, unknown> = defaultSettings({ registerCode: false });
  return rows.filter((row) => !Check(SiteSettings, { ...valid, [row.name]: row.value })).map((row) => row.name);
}
