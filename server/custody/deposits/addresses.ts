import { type UserId, userId } from '@bourse/engine';
import { sql } from 'kysely';
import type { OpenChain } from '../chains/index.ts';
import { inTransaction, safeInteger } from '../../ground/database/index.ts';
import type { Signer } from '../signer/index.ts';
import type { With } from '../../ground/parts.ts';

/** The index of the key whose address all users share on chains with memos. */
export const sharedIndex = 0;

/** An address of the exchange, and the index of its key; `user` is null for the shared address of a chain. */
export interface OwnAddress {
  readonly address: string;
  readonly keyIndex: number;
  readonly user: UserId | null;
  /** The order of a card top-up that it was made for; null for the address of a person. */
  readonly topup: number | null;
}

export interface DepositAddressParts extends With<'db' | 'now'> {
  readonly signer: Signer;
}

/** An address that the server derives and the signer derives are not the same, so it is not shown. */
export class AddressMismatch extends Error {
  override readonly name = 'AddressMismatch';
}

/**
 * The addresses of users by chain. They are derived from an extended public key, so an address that was changed in the
 * database is noticed; the signer must derive the same one before it is shown.
 */
export class DepositAddresses {
  readonly #parts: DepositAddressParts;
  readonly #byAddress = new Map<number, Map<string, OwnAddress>>();
  readonly #byUser = new Map<number, Map<UserId, OwnAddress>>();
  readonly #xpubs = new Map<number, Promise<string>>();

  constructor(parts: DepositAddressParts) {
    this.#parts = parts;
  }

  /** Loads the addresses of a chain, before its blocks are read. */
  async load(chain: OpenChain): Promise<void> {
    const xpub = await this.#xpub(chain);
    this.#add(chain, this.#derive(chain, xpub, { keyIndex: sharedIndex, user: null, topup: null }));
    const rows = await this.#parts.db
      .selectFrom('deposit_addresses')
      .select(['user_id', 'key_index', 'address', 'topup_id'])
      .where('chain_id', '=', chain.id)
      .execute();
    // A derivation takes a millisecond; stored addresses are derived again when they are shown.
    for (const { address, key_index, topup_id, user_id } of rows)
      this.#add(chain, { address, keyIndex: key_index, user: userId(safeInteger(user_id)), topup: orderOf(topup_id) });
  }

  /** The address of the exchange that received something; undefined for any other address. */
  find(chain: number, address: string): OwnAddress | undefined {
    return this.#byAddress.get(chain)?.get(address);
  }

  all(chain: number): Iterable<OwnAddress> {
    return this.#byAddress.get(chain)?.values() ?? [];
  }

  /** The address of a user, assigned if there is none yet. @throws AddressMismatch, SignerUnavailable */
  async of(chain: OpenChain, user: UserId): Promise<OwnAddress> {
    const known = this.#byUser.get(chain.id)?.get(user) ?? (await this.#assign(chain, user, null));
    await this.#confirm(chain, known);
    return known;
  }

  /** The address of an order of a user's card top-up, assigned if it has none yet. @throws AddressMismatch */
  async ofTopup(chain: OpenChain, user: UserId, topup: number): Promise<OwnAddress> {
    const own = await this.#assign(chain, user, topup);
    await this.#confirm(chain, own);
    return own;
  }

  /** The address that all users share; their memos tell them apart. */
  async shared(chain: OpenChain): Promise<OwnAddress> {
    const place = { keyIndex: sharedIndex, user: null, topup: null };
    const own = this.#derive(chain, await this.#xpub(chain), place);
    await this.#confirm(chain, own);
    return own;
  }

  async #assign(chain: OpenChain, user: UserId, topup: number | null): Promise<OwnAddress> {
    const xpub = await this.#xpub(chain);
    const assigned = await inTransaction(this.#parts.db, async (transaction) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`deposit addresses ${chain.id}`}, 0))`.execute(
        transaction,
      );
      const rows = transaction.selectFrom('deposit_addresses').where('chain_id', '=', chain.id);
      const before = await rows
        .selectAll()
        .where('user_id', '=', String(user))
        .where('topup_id', topup === null ? 'is' : '=', topup === null ? null : String(topup))
        .executeTakeFirst();
      if (before !== undefined) return { address: before.address, keyIndex: before.key_index, user, topup };
      const last = await rows.select((all) => all.fn.max('key_index').as('index')).executeTakeFirst();
      const own = this.#derive(chain, xpub, { keyIndex: (last?.index ?? sharedIndex) + 1, user, topup });
      await transaction
        .insertInto('deposit_addresses')
        .values({
          user_id: user,
          chain_id: chain.id,
          key_index: own.keyIndex,
          address: own.address,
          topup_id: topup,
          created_at: this.#parts.now(),
        })
        .execute();
      return own;
    });
    this.#add(chain, assigned);
    return assigned;
  }

  async #confirm(chain: OpenChain, { address, ...place }: OwnAddress): Promise<void> {
    const { keyIndex } = place;
    const derived = this.#derive(chain, await this.#xpub(chain), place).address;
    const signers = await this.#parts.signer.address(chain.code, { kind: 'deposit', index: keyIndex });
    if (derived !== address || signers !== address)
      throw new AddressMismatch(`The address with the index ${keyIndex} of ${chain.code} is not the signer's.`);
  }

  #derive(chain: OpenChain, xpub: string, place: Omit<OwnAddress, 'address'>): OwnAddress {
    return { address: chain.adapter.deriveAddress(xpub, place.keyIndex), ...place };
  }

  #add(chain: OpenChain, own: OwnAddress): void {
    const byAddress = this.#byAddress.get(chain.id) ?? new Map<string, OwnAddress>();
    byAddress.set(own.address, own);
    this.#byAddress.set(chain.id, byAddress);
    if (own.user === null || own.topup !== null) return;
    const byUser = this.#byUser.get(chain.id) ?? new Map<UserId, OwnAddress>();
    byUser.set(own.user, own);
    this.#byUser.set(chain.id, byUser);
  }

  #xpub(chain: OpenChain): Promise<string> {
    const known = this.#xpubs.get(chain.id);
    if (known !== undefined) return known;
    const asked = this.#parts.signer.depositXpub(chain.code);
    this.#xpubs.set(chain.id, asked);
    asked.catch(() => this.#xpubs.delete(chain.id));
    return asked;
  }
}

function orderOf(topup: string | null): number | null {
  return topup === null ? null : safeInteger(topup);
}

declare module '../../ground/parts.ts' {
  interface Parts {
    /** The deposit addresses of users and of their card top-ups. */
    readonly depositAddresses: DepositAddresses;
  }
}
