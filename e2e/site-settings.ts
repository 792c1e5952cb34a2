import { startBundledPostgres } from '@bourse/server/database';
import { settingsCalls } from '@bourse/contract/console';
import pg from 'pg';
import type { StaffSession } from './staff-session.ts';
import type { Venue } from './venue.ts';

/** Changes settings that operators control. Restarts the venue. */
export async function setSite(venue: Venue, settings: Readonly<Record<string, unknown>>): Promise<void> {
  await venue.end('SIGTERM');
  if (venue.databaseUrl !== null) await write(venue.databaseUrl, settings);
  else {
    const postgres = await startBundledPostgres({ dataFolder: venue.dataDir });
    try {
      await write(postgres.settings.url, settings);
    } finally {
      await postgres.stop();
    }
  }
  await venue.start();
}

async function write(url: string, settings: Readonly<Record<string, unknown>>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const [name, value] of Object.entries(settings)) {
      await client.query(
        'insert into app.site_settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
        [name, JSON.stringify(value)],
      );
    }
  } finally {
    await client.end();
  }
}

/** Changes a setting as a member of staff with the role `admin`. */
export async function changeSetting(
  staff: Pick<StaffSession, 'call'>,
  name: string,
  value: number | string,
): Promise<void> {
  const { rows } = await staff.call(settingsCalls.settings, {});
  const version = rows.find((row) => row.name === name)?.version ?? 0;
  const grounds = { reason_code: 'policy', reason: 'A journey of the tests' } as const;
  await staff.call(settingsCalls.changeSetting, { name, value, version, ...grounds });
}
