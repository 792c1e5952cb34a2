import { Type, type Static } from 'typebox';
import { consoleFourEyes, consoleRead } from './declare.ts';

const Value = Type.Union([Type.String({ maxLength: 4_000 }), Type.Integer(), Type.Null()]);

/** The groups of settings, in the order of the page. */
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

/** Every site setting. */
export const siteSettingNames = [
  'app_name',
  'document_title',
  'logo',
  'register_word',
  'lang_switch',
  'timezone',
  'dialog_title',
  'dialog_content',
  'desc_switch',
  'double_pay_switch',
  'kefu_url',
  'contact_mobile',
  'contact_email',
  'register_mobile',
  'register_code',
  'phone_accounts',
  'login_code',
  'password_policy',
  'default_invite_code',
  'registrations_per_hour',
  'codes_per_hour',
  'texts_per_hour',
  'venue_transfer_limit',
  'agent_share_maximum_ppm',
  'fast_credit_usd',
  'draw_day_usd_0',
  'draw_day_usd_1',
  'draw_day_usd_2',
  'draw_auto_usd',
  'draw_four_eyes_usd',
  'draw_security_hours',
  'draw_reset_hours',
  'draw_contact_hours',
  'draw_address_hours',
  'draw_device_hours',
  'send_min_usd',
  'send_day_count',
  'send_new_usd',
  'send_new_hours',
  'send_lookups',
  'images_identity_days',
  'images_rejected_days',
  'images_payment_days',
  'images_feedback_days',
  'demo_review_seconds',
  'volume_display_divisor',
  'usdt_cny_price',
  'payment_types',
  'topup_open',
  'topup_min_usd',
  'topup_max_usd',
  'topup_day_usd',
  'topup_mature_days',
  'p2p_pay_minutes',
  'p2p_appeal_minutes',
  'p2p_delay_minutes',
  'p2p_auto_minutes',
  'p2p_auto_confirm',
  'p2p_mature_hours',
  'p2p_auto_mature_hours',
  'p2p_fee_ppm',
  'p2p_band_percent',
  'p2p_day_usd',
  'p2p_first_usd',
  'p2p_bond_usdt',
  'p2p_four_eyes_usd',
  'demo_appeal_seconds',
  'console_four_eyes',
  'console_allow',
] as const;

/** A site setting with its current value and the values that it accepts. */
export const SiteSettingRow = Type.Object({
  name: Type.Enum(siteSettingNames),
  group: Type.Enum(settingGroups),
  value: Value,
  default: Value,
  /** Counts the changes of the setting; a change names the version that it replaces. */
  version: Type.Integer({ minimum: 0 }),
  /** The permitted values; null if any text or number within the bounds is. */
  choices: Type.Union([Type.Array(Value), Type.Null()]),
  kind: Type.Union([Type.Literal('text'), Type.Literal('integer'), Type.Literal('choice')]),
  minimum: Type.Union([Type.Integer(), Type.Null()]),
  maximum: Type.Union([Type.Integer(), Type.Null()]),
  /** Whether null, the venue's own text, is permitted. */
  nullable: Type.Boolean(),
  /** Whether a change waits for a second person. */
  four_eyes: Type.Boolean(),
  changed_at: Type.Union([Type.Integer(), Type.Null()]),
  /** The member of staff who changed it last. */
  changed_by: Type.Union([Type.String(), Type.Null()]),
});
export type SiteSettingRow = Static<typeof SiteSettingRow>;

export const settingsCalls = {
  settings: consoleRead({
    audience: ['admin'],
    path: 'settings',
    output: Type.Object({ rows: Type.Array(SiteSettingRow), as_of: Type.Integer() }),
  }),
  changeSetting: consoleFourEyes({
    audience: ['admin'],
    path: 'settings/change',
    input: { name: Type.String({ maxLength: 64 }), value: Value, version: Type.Integer({ minimum: 0 }) },
    output: Type.Object({ version: Type.Integer() }),
    refusals: {
      setting_unknown: [],
      setting_invalid: [],
      setting_unchanged: [],
      setting_fixed: [],
      setting_excludes_asker: [],
    },
  }),
} as const;
