import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { currencyId } from '@bourse/engine';
import { type Chains, type CurrencyProtocol, EvmAdapter, type OpenChain } from '@bourse/server/chains';
import { stored } from '@bourse/server';
import {
  type DatabaseSettings,
  openAppDatabase,
  openCustodyPool,
  openIdentityPool,
  prepareDatabase,
  startBundledPostgres,
} from '@bourse/server/database';
import { ChainScanner, DepositAddresses } from '@bourse/server/deposits';
import { addressOf, PreparedNode } from './chains-node.ts';
import { readCpuTime } from './cpu-time.ts';
import { measurement, numberArgument, type Peer, report, type Row } from './table.ts';

/**
 * The scanner at the tip of a chain, on the bundled PostgreSQL with fsync: each block appears alone and is read,
 * checked and recorded before the next one. Two chains with the same blocks, one with few deposit addresses and one
 * with many, take turns, so that other load of the machine meets both. The answers of the node are texts in memory:
 * parsing them counts, the network does not. The run fails when the number of deposits is wrong.
 *
 * Options: `--blocks` of each chain, `--transactions` of a block, `--deposits` of them to addresses of the exchange,
 * `--addresses` of the second chain, `--json FILE`.
 */
const args = process.argv.slice(2);
const blocks = numberArgument(args, 'blocks', 240);
const transactions = numberArgument(args, 'transactions', 1000);
const depositsInBlock = numberArgument(args, 'deposits', 10);
const many = numberArgument(args, 'addresses', 10_000);

const few = 10;
/** Blocks of a chain until the other one has its turn. */
const turn = 12;
const firstUser = 100_001;
const [token, coin] = [addressOf('token'), ''];
/** A key for public use: of the first test vector of BIP 32. */
const xpub =
  'xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2gZ29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8';

/** Writes addresses in their canonical form; it asks no node. */
const written = new EvmAdapter({
  node: { request: () => Promise.reject(new Error()) },
  chainId: 1,
  isListed: () => false,
});

const folder = mkdtempSync(join(tmpdir(), 'bourse-bench-'));
const postgres = await startBundledPostgres({ dataFolder: folder });
try {
  await prepareDatabase(postgres.settings, { live: true, stored });
  report(await measure(postgres.settings), args);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(database: DatabaseSettings): Promise<Row[]> {
  const sizes = [few, many];
  await fill(database, sizes);
  const db = openAppDatabase(openCustodyPool(database));
  try {
    const followed = await Promise.all(sizes.map(async (addresses, index) => follow(db, index + 1, addresses)));
    // The first turn compiles the code and is not counted.
    for (const chain of followed) await readTurn(chain);
    for (const chain of followed) Object.assign(chain, { wallMs: [], cpuUs: 0, mainUs: 0 });
    for (let at = 0; at < blocks; at += turn) {
      // Who begins changes, so that neither always follows the other.
      for (const chain of at % (2 * turn) === 0 ? followed : followed.toReversed()) await readTurn(chain);
    }
    await refuseOtherDeposits(db, followed);
    const [small] = followed;
    return followed.flatMap((chain) => rowsOf(chain, chain === small ? null : (small ?? null)));
  } finally {
    await db.destroy();
  }
}

interface Followed {
  readonly addresses: number;
  readonly chain: OpenChain;
  readonly node: PreparedNode;
  readonly scanner: ChainScanner;
  readonly wallMs: number[];
  cpuUs: number;
  mainUs: number;
}

async function readTurn(followed: Followed): Promise<void> {
  const { node, scanner, wallMs } = followed;
  node.prepare(turn);
  const before = readCpuTime(process.pid, postgres.pid);
  for (let at = 0; at < turn; at += 1) {
    node.advance();
    const startedMs = performance.now();
    const { cursor } = await scanner.step();
    wallMs.push(performance.now() - startedMs);
    if (cursor.height !== node.head) throw new Error('The scanner did not read the block at the tip.');
  }
  const after = readCpuTime(process.pid, postgres.pid);
  if (before === null || after === null) return;
  const own = after.mainThread + after.otherThreads - before.mainThread - before.otherThreads;
  followed.mainUs += own;
  followed.cpuUs += own + after.postgres - before.postgres;
}

function rowsOf(followed: Followed, peer: Followed | null): Row[] {
  const { addresses } = followed;
  const name = `${addresses.toLocaleString('en')} addresses`;
  const beside = (value: (of: Followed) => number): Peer | null =>
    peer === null ? null : { name: `${peer.addresses} addresses`, value: value(peer) };
  const row = (metric: string, unit: string, value: (of: Followed) => number): Row =>
    measurement(name, metric, value(followed), unit, beside(value));
  const cpuMs = (of: Followed): number => of.cpuUs / 1000 / of.wallMs.length;
  return [
    row('blocks', '', (of) => of.wallMs.length),
    row('time per block, median', 'ms', (of) => quantile(of, 0.5)),
    row('time per block, 99 %', 'ms', (of) => quantile(of, 0.99)),
    ...(followed.cpuUs === 0
      ? []
      : [
          row('CPU per block, scanner and PostgreSQL', 'ms', cpuMs),
          row('CPU per block, scanner', 'ms', (of) => of.mainUs / 1000 / of.wallMs.length),
          measurement(name, 'share of a core, block each 12 s', cpuMs(followed) / 120, '%'),
          measurement(name, 'share of a core, block each 3 s', cpuMs(followed) / 30, '%'),
        ]),
  ];
}

function quantile({ wallMs }: Followed, share: number): number {
  return wallMs.toSorted((a, b) => a - b)[Math.floor(wallMs.length * share)] ?? 0;
}

type Database = ReturnType<typeof openAppDatabase>;

async function follow(db: Database, id: number, count: number): Promise<Followed> {
  const own = ownAddresses(id, count);
  const node = new PreparedNode({
    seed: `chain ${id}`,
    chainId: id,
    token,
    transactions,
    receivers: (height) =>
      Array.from({ length: depositsInBlock }, (_unused, at) => own[(height * depositsInBlock + at) % count] ?? ''),
  });
  node.prepare(1);
  const chain = openChain(id, new EvmAdapter({ node, chainId: id, isListed: (contract) => contract === token }));
  const protocols = protocolsOf(chain);
  const chains: Chains = {
    chains: [chain],
    protocols,
    chain: (asked) => (asked === id ? chain : null),
    protocol: (asked) => protocols.find((protocol) => protocol.id === asked) ?? null,
  };
  const refuse = (): Promise<never> => Promise.reject(new Error('The bench signs nothing.'));
  const refused = { address: refuse, coldAddress: refuse, check: refuse, sign: refuse, slotOf: refuse };
  const signer = { ...refused, depositXpub: () => Promise.resolve(xpub) };
  const addresses = new DepositAddresses({ db, signer, now: Date.now });
  await addresses.load(chain);
  const quiet = (): void => undefined;
  const scanner = new ChainScanner({
    chain,
    chains,
    db,
    addresses,
    now: Date.now,
    log: { info: quiet, error: console.error },
    listings: { currency: (currency) => ({ id: currency, code: 'TEST', decimals: 6 }) },
    hotWallet: addressOf('hot wallet'),
    isUser: () => Promise.resolve(true),
  });
  return { addresses: count, chain, node, scanner, wallMs: [], cpuUs: 0, mainUs: 0 };
}

function openChain(id: number, adapter: EvmAdapter): OpenChain {
  return {
    id,
    code: `bench-${id}`,
    name: `Bench ${id}`,
    adapter,
    second: null,
    coin: 'ETH',
    coinDecimals: 18,
    blockMs: 12_000,
    creditAfter: 1,
    finalAfter: 6,
    maxFee: 1n,
    lookBack: 0,
    transactionUrl: () => null,
  };
}

function protocolsOf({ adapter, id }: Pick<OpenChain, 'adapter' | 'id'>): CurrencyProtocol[] {
  const terms = {
    chain: id,
    code: 'BENCH',
    name: 'Bench',
    opensDeposits: true,
    opensWithdrawals: true,
    memoRequired: false,
    depositMin: 1,
    withdrawalMin: 1,
    withdrawalMax: 1,
    fee: { kind: 'flat', units: 0 } as const,
    arrivalMinutes: 1,
    maxGas: 150_000,
  };
  return [
    { ...terms, id: 10 * id + 1001, currency: currencyId(1), asset: coin, assetDecimals: 18 },
    { ...terms, id: 10 * id + 1002, currency: currencyId(2), asset: canonical(adapter, token), assetDecimals: 6 },
  ];
}

function canonical(adapter: Pick<EvmAdapter, 'checkAddress'>, address: string): string {
  const checked = adapter.checkAddress(address);
  if (!('address' in checked)) throw new Error(`${address} is not an address.`);
  return checked.address;
}

function ownAddresses(chain: number, count: number): string[] {
  return Array.from({ length: count }, (_unused, at) => canonical(written, addressOf(`own ${chain} ${at}`)));
}

/** Writes the users, their addresses and the networks. */
async function fill(database: DatabaseSettings, sizes: readonly number[]): Promise<void> {
  const [people, custody] = [openIdentityPool(database), openCustodyPool(database)];
  try {
    await people.query(
      `insert into users (id, email, email_key, mobile, password_hash, invite_code, created_at)
       select id, id || '@bench.test', id || '@bench.test', '', '', id::text, 0
       from generate_series($1::bigint, $2::bigint) as id`,
      [firstUser, firstUser + Math.max(...sizes) - 1],
    );
    for (const [index, count] of sizes.entries()) {
      const chain = index + 1;
      await custody.query(
        `insert into deposit_addresses (user_id, chain_id, key_index, address, created_at)
         select $1::bigint + place - 1, $2, place, address, 0
         from unnest($3::text[]) with ordinality as listed (address, place)`,
        [firstUser, chain, ownAddresses(chain, count)],
      );
      for (const { asset, assetDecimals, currency, id } of protocolsOf({ adapter: written, id: chain })) {
        await custody.query(
          `insert into currency_protocols (id, currency_id, chain_id, code, name, asset, asset_decimals,
             opens_recharge, opens_draw, memo_required, recharge_min, draw_min, draw_max, fee_kind, fee_value,
             arrival_minutes)
           values ($1, $2, $3, 'BENCH', 'Bench', $4, $5, true, true, false, 1, 1, 1, 'flat', 0, 1)`,
          [id, currency, chain, asset, assetDecimals],
        );
      }
    }
  } finally {
    await Promise.all([people.end(), custody.end()]);
  }
}

/** As many deposits were recorded as the blocks contain. */
async function refuseOtherDeposits(db: Database, followed: readonly Followed[]): Promise<void> {
  for (const { chain, node } of followed) {
    const { count } = await db
      .selectFrom('deposits')
      .select((row) => row.fn.countAll<string>().as('count'))
      .where('chain_id', '=', chain.id)
      .where('stage', '=', 'creditable')
      .executeTakeFirstOrThrow();
    // Following began with the first block that was shown, which is block 1.
    const expected = node.head * depositsInBlock;
    if (Number(count) !== expected) throw new Error(`${chain.name} has ${count} deposits instead of ${expected}.`);
  }
}
