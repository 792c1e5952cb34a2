import { imageIdOf } from '@bourse/contract/images';
import type { UserId } from '@bourse/engine';
import { randomBytes } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import { inTransaction, safeInteger, type Schema } from '../../ground/database/index.ts';
import { refused, type Refused } from '../../ground/gateway/index.ts';
import type { SecretBox } from '../../ground/secrets/index.ts';
import type { RecodedImage } from './recode-image.ts';
import type { With } from '../../ground/parts.ts';

const dayMs = 86_400_000;
/** Max rows that one clean-up run deletes. */
const rowsPerRound = 200;

/** Images of a user that are not part of anything. */
const unattached = { images: 30, megabytes: 20, keptForMs: dayMs };

/** The thing that an image becomes part of. */
export interface Attachment {
  readonly kind: 'identity' | 'payment' | 'feedback' | 'order';
  /** Identifies the thing, such as `verification 12`. */
  readonly owner: string;
}

/** Attaches images of users to things, and reads them. */
export interface ImagesPort {
  /**
   * Makes an image of the user part of a thing, in the caller's transaction. Returns its id. Images of other users, and
   * those that are part of something already, are unknown.
   */
  attach(
    transaction: Transaction<Schema>,
    user: UserId,
    urlOrId: string,
    attachment: Attachment,
  ): Promise<string | Refused<'image_unknown'>>;
  /** Ends the use of an attached image, which is deleted after the retention time of its kind. */
  detach(transaction: Transaction<Schema>, id: string): Promise<void>;
  /** Makes an image that was detached part of its thing again. */
  keep(transaction: Transaction<Schema>, id: string): Promise<void>;
  /** Whether an image exists, without reading it. */
  exists(id: string): Promise<boolean>;
  /** The JPEG of an image; null if it is unknown or was deleted. The caller decides who may see it. */
  read(id: string): Promise<Buffer | null>;
}

/** The site settings of images: days for which they are kept. */
export interface ImageRetention {
  /** While it is in use; 0 for as long as it is. */
  readonly images_identity_days: number;
  /** After it was rejected or replaced. */
  readonly images_rejected_days: number;
  /** After it was replaced, because orders may refer to it, and after it became part of an order. */
  readonly images_payment_days: number;
  /** After it was sent. */
  readonly images_feedback_days: number;
}

/** Whether a user may see an image of another one. */
export type ImageReader = (user: UserId, id: string) => Promise<boolean>;

export interface ImagesParts extends With<'db' | 'now'> {
  readonly box: SecretBox;
  readonly settings: ImageRetention;
}

/** The images of users, sealed in the database. */
export class Images implements ImagesPort {
  readonly #parts: ImagesParts;
  readonly #readers: ImageReader[] = [];

  constructor(parts: ImagesParts) {
    this.#parts = parts;
  }

  /** Lets further users see images: those for whom the reader answers true. */
  alsoReadBy(reader: ImageReader): void {
    this.#readers.push(reader);
  }

  /** Stores an image of a user, and returns its id. */
  async add(user: UserId, { bytes, height, width }: RecodedImage): Promise<string | Refused<'images_exhausted'>> {
    const { box, db, now } = this.#parts;
    const id = randomBytes(16).toString('hex');
    const sealed = box.sealBytes(bytes, placeOf(id));
    return inTransaction(db, async (transaction) => {
      // Parallel uploads of a user are counted one after another.
      await sql`select pg_advisory_xact_lock(hashtext('bourse images'), ${Number(user)}::integer)`.execute(transaction);
      const held = await transaction
        .selectFrom('images')
        .select(({ fn }) => [
          fn.countAll<string>().as('count'),
          sql<string>`coalesce(sum(octet_length(sealed)), 0)`.as('bytes'),
        ])
        .where('user_id', '=', String(user))
        .where('kind', 'is', null)
        .where('expires_at', '>', String(now()))
        .executeTakeFirstOrThrow();
      const { images, keptForMs, megabytes } = unattached;
      if (safeInteger(held.count) >= images || safeInteger(held.bytes) + sealed.length > megabytes * 1_000_000) {
        return refused('images_exhausted', { images, megabytes });
      }
      const row = { id, user_id: user, sealed, width, height, created_at: now(), expires_at: now() + keptForMs };
      await transaction.insertInto('images').values(row).execute();
      return id;
    });
  }

  /** An image for its owner; null if it is unknown or belongs to another user. */
  async readOwn(user: UserId, id: string): Promise<Buffer | null> {
    return this.#open(id, await this.#select(id).where('user_id', '=', String(user)).executeTakeFirst());
  }

  /** An image for a user who may see it; null for all others. */
  async readFor(user: UserId, id: string): Promise<Buffer | null> {
    const own = await this.readOwn(user, id);
    if (own !== null) return own;
    for (const mayRead of this.#readers) if (await mayRead(user, id)) return this.read(id);
    return null;
  }

  async read(id: string): Promise<Buffer | null> {
    return this.#open(id, await this.#select(id).executeTakeFirst());
  }

  async attach(
    transaction: Transaction<Schema>,
    user: UserId,
    urlOrId: string,
    { kind, owner }: Attachment,
  ): Promise<string | Refused<'image_unknown'>> {
    const id = imageIdOf(urlOrId);
    if (id === null) return refused('image_unknown');
    const nowMs = this.#parts.now();
    const { numUpdatedRows } = await transaction
      .updateTable('images')
      .set({ kind, owner, expires_at: this.#expiryOfAttached(kind, nowMs) })
      .where('id', '=', id)
      .where('user_id', '=', String(user))
      .where('kind', 'is', null)
      .where('expires_at', '>', String(nowMs))
      .executeTakeFirst();
    return numUpdatedRows === 1n ? id : refused('image_unknown');
  }

  async detach(transaction: Transaction<Schema>, id: string): Promise<void> {
    const row = await transaction
      .selectFrom('images')
      .select(['kind', 'expires_at'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined || row.kind === null) return;
    const nowMs = this.#parts.now();
    const last = row.expires_at === null ? Infinity : safeInteger(row.expires_at);
    const expires_at = Math.min(last, nowMs + this.#daysAfterUse(row.kind) * dayMs);
    await transaction.updateTable('images').set({ expires_at }).where('id', '=', id).execute();
  }

  async keep(transaction: Transaction<Schema>, id: string): Promise<void> {
    const row = await transaction.selectFrom('images').select('kind').where('id', '=', id).executeTakeFirst();
    if (row === undefined || row.kind === null) return;
    const expires_at = this.#expiryOfAttached(row.kind, this.#parts.now());
    await transaction.updateTable('images').set({ expires_at }).where('id', '=', id).execute();
  }

  async exists(id: string): Promise<boolean> {
    return (await this.#select(id).clearSelect().select('id').executeTakeFirst()) !== undefined;
  }

  /** Deletes expired images and returns their number. */
  async deleteOld(): Promise<number> {
    const { db, now } = this.#parts;
    const expired = db.selectFrom('images').select('id').where('expires_at', '<=', String(now())).limit(rowsPerRound);
    const { numDeletedRows } = await db.deleteFrom('images').where('id', 'in', expired).executeTakeFirst();
    return Number(numDeletedRows);
  }

  #daysAfterUse(kind: Attachment['kind']): number {
    const { images_feedback_days, images_payment_days, images_rejected_days } = this.#parts.settings;
    switch (kind) {
      case 'identity':
        return images_rejected_days;
      case 'payment':
      case 'order':
        return images_payment_days;
      case 'feedback':
        return images_feedback_days;
    }
  }

  #expiryOfAttached(kind: Attachment['kind'], nowMs: number): number | null {
    const { images_feedback_days, images_identity_days, images_payment_days } = this.#parts.settings;
    if (kind === 'feedback') return nowMs + images_feedback_days * dayMs;
    if (kind === 'order') return nowMs + images_payment_days * dayMs;
    return kind === 'identity' && images_identity_days > 0 ? nowMs + images_identity_days * dayMs : null;
  }

  #select(id: string) {
    const { db, now } = this.#parts;
    return db
      .selectFrom('images')
      .select('sealed')
      .where('id', '=', id)
      .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', String(now()))]));
  }

  #open(id: string, row: { readonly sealed: Buffer } | undefined): Buffer | null {
    return row === undefined ? null : this.#parts.box.openBytes(row.sealed, placeOf(id));
  }
}

function placeOf(id: string): string {
  return `image ${id}`;
}

declare module '../../ground/parts.ts' {
  interface Parts {
    /** The images of users: attached to things, and read by those who may see them. */
    readonly images: Images;
  }
}
