import type { Kysely, Transaction } from 'kysely';
import { Check } from 'typebox/value';
import { safeInteger, type Schema } from '../../ground/database/index.ts';
import { type SiteDefaults, type SiteSettings, siteSettings } from './site-settings.ts';

export type SettingName = keyof SiteSettings;

const settingNames = Object.keys(siteSettings).filter((name): name is SettingName => name in siteSettings);

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(siteSettings, name);
}

/** The version of a setting that has its default. */
export const defaultVersion = 0;

/** A row of `site_settings`. */
export interface StoredSetting {
  readonly value: unknown;
  /** Counts the changes of this setting; `defaultVersion` without a row. */
  readonly version: number;
  readonly changedAtMs: number | null;
  /** The member of staff who changed it. */
  readonly changedBy: number | null;
}

/**
 * The site settings of this moment: defaults, replaced by the rows of `site_settings`. A change in the console is
 * effective at once, because every reader asks `now` when it needs a value.
 */
export class LiveSettings {
  readonly #db: Kysely<Schema>;
  readonly #defaults: SiteSettings;
  readonly #listeners: (() => void)[] = [];
  #current: SiteSettings;
  #last: Promise<void> = Promise.resolve();

  private constructor(db: Kysely<Schema>, defaults: SiteSettings) {
    this.#db = db;
    this.#defaults = defaults;
    this.#current = defaults;
  }

  /** @throws Error that names the rows with invalid values */
  static async open(db: Kysely<Schema>, defaults: SiteDefaults): Promise<LiveSettings> {
    const settings = new LiveSettings(db, defaultSettings(defaults));
    await settings.reload();
    return settings;
  }

  get defaults(): SiteSettings {
    return this.#defaults;
  }

  /** An object whose properties are always the current values. */
  readonly now: SiteSettings = currentValues(() => this.#current);

  /** The current values, except for some that do not depend on the table. */
  withFixed(fixed: Partial<SiteSettings>): SiteSettings {
    return currentValues(() => this.#current, fixed);
  }

  /** Calls back after each change. */
  onChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  /** Reads the rows again, after any reading in progress, so that an older reading never replaces a newer one. */
  async reload(): Promise<void> {
    const next = this.#last.then(() => this.#read());
    this.#last = next.catch(() => undefined);
    await next;
  }

  async #read(): Promise<void> {
    const rows = await this.#db.selectFrom('site_settings').select(['name', 'value']).execute();
    const known = rows.filter((row) => isSettingName(row.name));
    const wrong = known.filter(({ name, value }) => isSettingName(name) && !isValueOf(name, value));
    if (wrong.length > 0) {
      throw new Error(`the site settings are not valid: ${wrong.map(({ name }) => name).join(', ')}`);
    }
    this.#current = { ...this.#defaults, ...Object.fromEntries(known.map(({ name, value }) => [name, value])) };
    for (const listener of this.#listeners) listener();
  }
}

/** Whether a setting can have this value. */
export function isValueOf(name: SettingName, value: unknown): boolean {
  return Check(siteSettings[name].values, value);
}

/** The row of a setting, locked until the end of the transaction. */
export async function lockSetting(transaction: Transaction<Schema>, name: SettingName): Promise<StoredSetting | null> {
  const row = await transaction
    .selectFrom('site_settings')
    .select(['value', 'version', 'changed_at', 'changed_by'])
    .where('name', '=', name)
    .forUpdate()
    .executeTakeFirst();
  return row === undefined ? null : storedSetting(row);
}

/** All rows by name. */
export async function readStoredSettings(db: Kysely<Schema>): Promise<ReadonlyMap<string, StoredSetting>> {
  const columns = ['name', 'value', 'version', 'changed_at', 'changed_by'] as const;
  const rows = await db.selectFrom('site_settings').select(columns).execute();
  return new Map(rows.map((row) => [row.name, storedSetting(row)]));
}

/**
 * Writes a value over the given version. False if the setting has another version by now.
 */
export async function writeSetting(
  transaction: Transaction<Schema>,
  name: SettingName,
  change: { readonly value: unknown; readonly version: number; readonly by: number; readonly atMs: number },
): Promise<boolean> {
  const { atMs, by, value, version } = change;
  const row = { value: JSON.stringify(value), version: version + 1, changed_at: atMs, changed_by: by };
  if (version === defaultVersion) {
    const insert = transaction.insertInto('site_settings').values({ name, ...row });
    const [added] = await insert.onConflict((conflict) => conflict.doNothing()).execute();
    return added?.numInsertedOrUpdatedRows === 1n;
  }
  const update = transaction.updateTable('site_settings').set(row).where('name', '=', name);
  const [updated] = await update.where('version', '=', version).execute();
  return updated?.numUpdatedRows === 1n;
}

function storedSetting(row: {
  readonly value: unknown;
  readonly version: number;
  readonly changed_at: string | null;
  readonly changed_by: number | null;
}): StoredSetting {
  const { changed_at, changed_by: changedBy, value, version } = row;
  return { value, version, changedAtMs: changed_at === null ? null : safeInteger(changed_at), changedBy };
}

function defaultSettings(defaults: SiteDefaults): SiteSettings {
  return complete(Object.fromEntries(settingNames.map((name) => [name, siteSettings[name].byDefault(defaults)])));
}

function complete(values: object): SiteSettings {
  if (!isComplete(values)) throw new Error('The site settings are incomplete.');
  return values;
}

function isComplete(values: object): values is SiteSettings {
  return settingNames.every((name) => name in values);
}

/** An object with a getter for each setting. */
function currentValues(read: () => SiteSettings, fixed: Partial<SiteSettings> = {}): SiteSettings {
  const getters = settingNames.map(
    (name) => [name, { enumerable: true, get: () => fixed[name] ?? read()[name] }] as const,
  );
  const live: object = Object.defineProperties({}, Object.fromEntries(getters));
  return complete(live);
}
