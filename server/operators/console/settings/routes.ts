import { settingsCalls, type SiteSettingRow } from '@bourse/contract/console';
import { Type, type TSchema } from 'typebox';
import { isWithin } from '../../../ground/gateway/index.ts';
import {
  defaultVersion,
  isSettingName,
  isValueOf,
  lockSetting,
  networksOf,
  readStoredSettings,
  type SettingName,
  settingGroups,
  siteSettings,
  writeSetting,
} from '../../../people/identity/index.ts';
import { answered, changed, refusal, type StaffRoll } from '../../../ground/console-gateway/index.ts';
import type { With } from '../../../ground/parts.ts';

export interface SettingsParts extends With<'console' | 'demo' | 'identityDb' | 'liveSettings' | 'now'> {
  readonly roll: StaffRoll;
}

/** Serves the site settings and their changes. */
export function registerSettings({ console, demo, identityDb, liveSettings, now, roll }: SettingsParts): void {
  console.read(settingsCalls.settings, async () => {
    const [stored, names] = await Promise.all([readStoredSettings(identityDb), roll.names()]);
    const rows = Object.keys(siteSettings)
      .filter(isSettingName)
      .toSorted((a, b) => groupIndex(a) - groupIndex(b))
      .map((name): SiteSettingRow => {
        const { changedAtMs = null, changedBy = null, version = defaultVersion } = stored.get(name) ?? {};
        return {
          name,
          group: siteSettings[name].group,
          value: liveSettings.now[name],
          default: liveSettings.defaults[name],
          version,
          ...rangeOf(siteSettings[name].values),
          four_eyes: siteSettings[name].fourEyes,
          changed_at: changedAtMs,
          changed_by: changedBy === null ? null : (names.get(changedBy) ?? String(changedBy)),
        };
      });
    return answered({ rows, as_of: now() });
  });

  console.change(
    settingsCalls.changeSetting,
    async ({ name, value, version }, { by, committed, now: atMs, transaction }) => {
      if (!isSettingName(name)) return refusal('setting_unknown');
      if (!isValueOf(name, value)) return refusal('setting_invalid');
      if (name === 'console_four_eyes' && !demo) return refusal('setting_fixed');
      if (name === 'console_allow' && !includes(value, by.address)) return refusal('setting_excludes_asker');
      const stored = await lockSetting(transaction, name);
      if ((stored?.version ?? defaultVersion) !== version) return refusal('changed_meanwhile');
      const before = stored?.value ?? liveSettings.defaults[name];
      if (before === value) return refusal('setting_unchanged');
      const isWritten = await writeSetting(transaction, name, { value, version, by: by.id, atMs });
      if (!isWritten) return refusal('changed_meanwhile');
      committed(() => liveSettings.reload());
      return changed({ version: version + 1 }, { subject: { kind: 'setting', id: name }, before, after: value });
    },
    { needsSecond: ({ name }) => isSettingName(name) && siteSettings[name].fourEyes },
  );
}

/**
 * Whether a list of networks includes the person who asks for it; the empty list includes all. The address is empty
 * when an approved request is carried out, which was checked when it was made.
 */
function includes(value: unknown, address: string): boolean {
  const networks = networksOf(String(value));
  return address === '' || networks.length === 0 || isWithin(networks)(address);
}

function groupIndex(name: SettingName): number {
  return settingGroups.indexOf(siteSettings[name].group);
}

type Range = Pick<SiteSettingRow, 'kind' | 'choices' | 'minimum' | 'maximum' | 'nullable'>;

/** The values that a schema accepts, for the form of the page. */
function rangeOf(schema: TSchema): Range {
  const parts: readonly TSchema[] = Type.IsUnion(schema) ? schema.anyOf : [schema];
  const nullable = parts.some((part) => Type.IsNull(part));
  const none = { choices: null, minimum: null, maximum: null, nullable };
  const literals = parts.flatMap((part): readonly unknown[] => {
    if (Type.IsLiteral(part)) return [part.const];
    return Type.IsEnum(part) ? part.enum : [];
  });
  const choices = literals.filter((value) => typeof value === 'string' || typeof value === 'number');
  if (choices.length > 0) return { ...none, kind: 'choice', choices };
  const integer = parts.find((part) => Type.IsInteger(part));
  if (integer === undefined) return { ...none, kind: 'text' };
  return { ...none, kind: 'integer', minimum: boundOf(integer, 'minimum'), maximum: boundOf(integer, 'maximum') };
}

function boundOf(schema: TSchema, name: 'minimum' | 'maximum'): number | null {
  const value: unknown = Reflect.get(schema, name);
  return typeof value === 'number' ? value : null;
}
