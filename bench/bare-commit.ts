import { openCoreConnection } from '@bourse/server/database';
import type { DatabaseSettings } from '@bourse/server/database';

/** The rate at which one connection commits small rows one by one, each flushed to disk, and the latency. */
export interface BareCommits {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** The baseline for durable operations: the smallest commit that PostgreSQL can make on this machine. */
export async function bareCommits(database: DatabaseSettings, seconds: number): Promise<BareCommits> {
  const client = await openCoreConnection(database);
  await client.query('create table bare (id bigint primary key, body text not null)');
  const startedMs = performance.now();
  const latencies: number[] = [];
  for (let sentMs = startedMs; sentMs < startedMs + seconds * 1000;) {
    const values = [latencies.length, 'x'.repeat(60)];
    await client.query({ name: 'bare', text: 'insert into bare values ($1, $2)', values });
    const nowMs = performance.now();
    latencies.push(nowMs - sentMs);
    sentMs = nowMs;
  }
  const elapsedMs = performance.now() - startedMs;
  await client.query('drop table bare');
  await client.end();
  latencies.sort((a, b) => a - b);
  const at = (share: number): number => latencies[Math.floor(latencies.length * share)] ?? 0;
  return { perSecond: (latencies.length / elapsedMs) * 1000, p50: at(0.5), p99: at(0.99) };
}
