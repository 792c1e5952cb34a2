import { HallServer, type Figures } from './hall-server.ts';
import { measurement, numberArgument, type Peer, report, type Row } from './table.ts';

/**
 * The list of peer-to-peer ads over HTTP: a page of a hall with many ads beside one with few, each in a server of its
 * own, and beside an indexed query for the same page and total in the PostgreSQL of the larger one. The three take
 * turns, a call each, so that other load of the machine meets all of them. Within the default time both servers read
 * all of their ads again.
 *
 * Options: `--seconds`, `--few` and `--many` ads, `--json FILE`.
 */
const args = process.argv.slice(2);
const seconds = numberArgument(args, 'seconds', 75);
const [few, many] = [numberArgument(args, 'few', 100), numberArgument(args, 'many', 10_000)];

/** The calls with which each contestant compiles its code. */
const warmUp = 1_000;

report(await measure(), args);

async function measure(): Promise<Row[]> {
  const halls: HallServer[] = [];
  try {
    for (const ads of [few, many]) halls.push(await HallServer.open(ads));
    const [small, large] = halls;
    if (small === undefined || large === undefined) return [];
    const query = await large.pageQuery();
    const contestants = [() => small.page(), () => large.page(), query.page];
    for (let n = 0; n < warmUp; n += 1) for (const call of contestants) await call();
    for (const hall of halls) await hall.begin();
    const times: number[][] = contestants.map(() => []);
    const endMs = performance.now() + seconds * 1_000;
    for (let n = 0; performance.now() < endMs; n += 1) {
      // Who begins changes, so that no contestant always follows the same other one.
      for (const at of contestants.keys()) {
        const turn = (at + n) % contestants.length;
        const sentMs = performance.now();
        await contestants[turn]?.();
        times[turn]?.push(performance.now() - sentMs);
      }
    }
    await query.end();
    const [ofFew = [], ofMany = [], ofQuery = []] = times;
    const peer = { name: `${few} ads`, figures: { ...latencies(ofFew), ...(await small.end()) } };
    const sql = { name: 'indexed query', figures: latencies(ofQuery) };
    return [
      ...rowsOf(sql.name, sql.figures),
      ...rowsOf(peer.name, peer.figures),
      ...rowsOf(`${many} ads`, { ...latencies(ofMany), ...(await large.end()) }, peer),
      ...rowsOf(`${many} ads, beside a query`, latencies(ofMany), sql),
      measurement('pages', 'of each', ofMany.length, ''),
    ];
  } finally {
    for (const hall of halls) await hall.close();
  }
}

function latencies(times: readonly number[]): Figures {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: [at(0.5), 'ms'], p99: [at(0.99), 'ms'], longest: [at(1), 'ms'] };
}

function rowsOf(
  name: string,
  figures: Figures,
  beside: { readonly name: string; readonly figures: Figures } | null = null,
) {
  return Object.entries(figures).map(([metric, [value, unit]]): Row => {
    const other = beside?.figures[metric];
    const peer: Peer | null = beside === null || other === undefined ? null : { name: beside.name, value: other[0] };
    return measurement(name, metric, value, unit, peer);
  });
}
