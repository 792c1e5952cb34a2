import { imageIdOf } from '@bourse/contract/images';
import {
  isPaymentCode,
  maxChangesPerDay,
  maxMethodsOfType,
  type PaymentCode,
  type PaymentData,
} from '@bourse/contract/payments';
import type { UserId } from '@bourse/engine';
import type { Kysely, Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import { refused, type Refused } from '../../ground/gateway/index.ts';
import type { ImagesPort } from '../images/index.ts';
import type { SecretBox } from '../../ground/secrets/index.ts';
import { isSameData, openData, sealData } from './stored-data.ts';
import type { With } from '../../ground/parts.ts';

const dayMs = 86_400_000;

/** Versions that no order refers to are kept for questions about recent changes. */
const unusedDays = 30;

/** Rows that one run of the sweep deletes at most. */
const sweptAtOnce = 100;

/** A payment method at one of its versions. */
export interface StoredMethod {
  readonly id: number;
  readonly code: PaymentCode;
  readonly version: number;
  readonly data: PaymentData;
  readonly changedAtMs: number;
}

/** A version of a payment method with its history, for staff. */
export interface MethodVersion {
  readonly version: number;
  readonly data: PaymentData;
  readonly createdAtMs: number;
  /** Null while it is current. */
  readonly endedAtMs: number | null;
  readonly used: boolean;
}

/** A method to add, or the new values of the one with this id. */
export interface MethodDraft {
  readonly id: number | null;
  readonly code: PaymentCode;
  readonly data: PaymentData;
}

type SaveRefusal = 'collect_unknown' | 'collect_too_many' | 'collect_too_often' | 'collect_qrcode_unknown';

export interface PaymentMethodParts extends With<'db' | 'now'> {
  readonly box: SecretBox;
  readonly images: Pick<ImagesPort, 'attach' | 'detach'>;
  /** The days for which replaced and removed versions of orders are kept, with their images. */
  readonly settings: { readonly images_payment_days: number };
}

/** The payment methods of users with all their versions. */
export class PaymentMethods {
  readonly #parts: PaymentMethodParts;

  constructor(parts: PaymentMethodParts) {
    this.#parts = parts;
  }

  /** The methods of a user, oldest first. */
  list(user: UserId): Promise<readonly StoredMethod[]> {
    return this.#current(this.#parts.db, user);
  }

  async find(user: UserId, id: number): Promise<StoredMethod | null> {
    return (await this.list(user)).find((method) => method.id === id) ?? null;
  }

  /**
   * Adds or changes a method. Saving values that are stored already, such as a repeated request, changes nothing and
   * returns the stored method.
   */
  async save(user: UserId, draft: MethodDraft): Promise<StoredMethod | Refused<SaveRefusal>> {
    try {
      return await inTransaction(this.#parts.db, (transaction) => this.#save(transaction, user, draft));
    } catch (error) {
      if (error instanceof UnknownImage) return refused('collect_qrcode_unknown');
      throw error;
    }
  }

  /** Removes a method; false if the user has none with this id. Its versions stay for the orders that refer to them. */
  remove(user: UserId, id: number): Promise<boolean> {
    const { db, now } = this.#parts;
    return inTransaction(db, async (transaction) => {
      await lockUser(transaction, user);
      const method = (await this.#current(transaction, user)).find((one) => one.id === id);
      if (method === undefined) return false;
      const nowMs = now();
      await transaction
        .updateTable('payment_methods')
        .set({ removed_at: nowMs })
        .where('id', '=', String(id))
        .execute();
      await this.#end(transaction, method, nowMs, null);
      return true;
    });
  }

  /** Refers to the current version of a method for an order, so that it stays readable; null if there is none. */
  async use(transaction: Transaction<Schema>, user: UserId, id: number): Promise<StoredMethod | null> {
    // Serializes with changes and the sweep.
    await lockUser(transaction, user);
    const method = (await this.#current(transaction, user)).find((one) => one.id === id) ?? null;
    if (method === null) return null;
    await transaction
      .updateTable('payment_method_versions')
      .set({ used: true })
      .where('method_id', '=', String(id))
      .where('version', '=', method.version)
      .execute();
    return method;
  }

  /** The versions of a method, also of a removed one, newest first; empty if the user has no such method. */
  async versions(user: UserId, id: number): Promise<readonly MethodVersion[]> {
    const rows = await this.#parts.db
      .selectFrom('payment_methods as method')
      .innerJoin('payment_method_versions as version', 'version.method_id', 'method.id')
      .select(['version.version', 'version.data', 'version.created_at', 'version.ended_at', 'version.used'])
      .where('method.id', '=', String(id))
      .where('method.user_id', '=', String(user))
      .orderBy('version.version', 'desc')
      .execute();
    return rows.map((row) => ({
      version: row.version,
      data: openData(this.#parts.box, row.data, { user, method: id, version: row.version }),
      createdAtMs: safeInteger(row.created_at),
      endedAtMs: row.ended_at === null ? null : safeInteger(row.ended_at),
      used: row.used,
    }));
  }

  /** Deletes a bounded number of versions whose time is over. */
  sweep(): Promise<number> {
    const { db, now, settings } = this.#parts;
    const usedDays = settings.images_payment_days;
    const endedBefore = (days: number) => String(now() - days * dayMs);
    return inTransaction(db, async (transaction) => {
      const over = await transaction
        .selectFrom('payment_method_versions')
        .select(['method_id', 'version'])
        .where('ended_at', '<', endedBefore(Math.min(unusedDays, usedDays)))
        .where((row) => row.or([row('used', '=', false), row('ended_at', '<', endedBefore(usedDays))]))
        .orderBy('ended_at')
        .limit(sweptAtOnce)
        .forUpdate()
        .skipLocked()
        .execute();
      for (const { method_id: method, version } of over) {
        await transaction
          .deleteFrom('payment_method_versions')
          .where('method_id', '=', method)
          .where('version', '=', version)
          .execute();
      }
      await deleteEmpty(
        transaction,
        over.map((row) => row.method_id),
      );
      return over.length;
    });
  }

  async #current(database: Kysely<Schema>, user: UserId): Promise<readonly StoredMethod[]> {
    const rows = await database
      .selectFrom('payment_methods as method')
      .innerJoin('payment_method_versions as version', (join) =>
        join.onRef('version.method_id', '=', 'method.id').onRef('version.version', '=', 'method.version'),
      )
      .select(['method.id', 'method.code', 'method.version', 'version.data', 'version.created_at'])
      .where('method.user_id', '=', String(user))
      .where('method.removed_at', 'is', null)
      .orderBy('method.id')
      .execute();
    return rows.map((row) => {
      const { code, version } = row;
      const id = safeInteger(row.id);
      if (!isPaymentCode(code)) throw new Error(`payment method ${id} has the unknown type ${code}`);
      const data = openData(this.#parts.box, row.data, { user, method: id, version });
      return { id, code, version, data, changedAtMs: safeInteger(row.created_at) };
    });
  }

  async #save(
    transaction: Transaction<Schema>,
    user: UserId,
    draft: MethodDraft,
  ): Promise<StoredMethod | Refused<SaveRefusal>> {
    await lockUser(transaction, user);
    const methods = (await this.#current(transaction, user)).filter(({ code }) => code === draft.code);
    const before = draft.id === null ? null : methods.find(({ id }) => id === draft.id);
    if (before === undefined) return refused('collect_unknown');
    const same = methods.find(({ data }) => isSameData(data, draft.data));
    if (same !== undefined && (before === null || before.id === same.id)) return same;
    if (before === null && methods.length >= maxMethodsOfType) {
      return refused('collect_too_many', { maximum: maxMethodsOfType });
    }
    const now = this.#parts.now();
    if ((await changesSince(transaction, user, now - dayMs)) >= maxChangesPerDay) {
      return refused('collect_too_often', { maximum: maxChangesPerDay });
    }
    return this.#write(transaction, user, draft, before);
  }

  /** @throws UnknownImage, so that the transaction leaves no method without a version */
  async #write(
    transaction: Transaction<Schema>,
    user: UserId,
    { code, data }: MethodDraft,
    before: StoredMethod | null,
  ): Promise<StoredMethod> {
    const { box, images, now } = this.#parts;
    const nowMs = now();
    const version = (before?.version ?? 0) + 1;
    const id = before?.id ?? (await addMethod(transaction, user, code, nowMs));
    const image = data.qrcode ?? null;
    if (image !== null && image !== before?.data.qrcode) {
      const attached = await images.attach(transaction, user, image, {
        kind: 'payment',
        owner: `payment method ${id}`,
      });
      if (typeof attached !== 'string') throw new UnknownImage();
    }
    if (before !== null) {
      await this.#end(transaction, before, nowMs, image);
      await transaction.updateTable('payment_methods').set({ version }).where('id', '=', String(id)).execute();
    }
    const sealed = sealData(box, data, { user, method: id, version });
    await transaction
      .insertInto('payment_method_versions')
      .values({ method_id: id, version, data: sealed, created_at: nowMs })
      .execute();
    return { id, code, version, data, changedAtMs: nowMs };
  }

  /** Ends the current version of a method, and the use of its image unless the next version has it too. */
  async #end(
    transaction: Transaction<Schema>,
    { data, id, version }: StoredMethod,
    nowMs: number,
    nextImage: string | null,
  ): Promise<void> {
    await transaction
      .updateTable('payment_method_versions')
      .set({ ended_at: nowMs })
      .where('method_id', '=', String(id))
      .where('version', '=', version)
      .execute();
    const image = data.qrcode === undefined || data.qrcode === nextImage ? null : imageIdOf(data.qrcode);
    if (image !== null) await this.#parts.images.detach(transaction, image);
  }
}

class UnknownImage extends Error {}

/** Serializes the changes of a user, until the end of the transaction. */
async function lockUser(transaction: Transaction<Schema>, user: UserId): Promise<void> {
  await transaction.selectFrom('users').select('id').where('id', '=', String(user)).forUpdate().execute();
}

async function addMethod(
  transaction: Transaction<Schema>,
  user: UserId,
  code: PaymentCode,
  nowMs: number,
): Promise<number> {
  const { id } = await transaction
    .insertInto('payment_methods')
    .values({ user_id: user, code, version: 1, created_at: nowMs })
    .returning('id')
    .executeTakeFirstOrThrow();
  return safeInteger(id);
}

/** The number of versions that a user has made since a time, also of removed methods. */
async function changesSince(transaction: Transaction<Schema>, user: UserId, sinceMs: number): Promise<number> {
  const { count } = await transaction
    .selectFrom('payment_methods as method')
    .innerJoin('payment_method_versions as version', 'version.method_id', 'method.id')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('method.user_id', '=', String(user))
    .where('version.created_at', '>', String(sinceMs))
    .executeTakeFirstOrThrow();
  return safeInteger(count);
}

/** Deletes the removed methods among these that have no versions left. */
async function deleteEmpty(transaction: Transaction<Schema>, methods: readonly string[]): Promise<void> {
  if (methods.length === 0) return;
  await transaction
    .deleteFrom('payment_methods')
    .where('id', 'in', methods)
    .where('removed_at', 'is not', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('payment_method_versions as version')
            .select('version.version')
            .whereRef('version.method_id', '=', 'payment_methods.id'),
        ),
      ),
    )
    .execute();
}

declare module '../../ground/parts.ts' {
  interface Parts {
    /** The payment methods of users. */
    readonly paymentMethods: PaymentMethods;
  }
}
