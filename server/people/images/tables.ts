import type { ColumnType } from 'kysely';
import { all, type PrivilegesOn } from '../../ground/database/index.ts';

/**
 * Tables, made by migrations `0770-images.ts` and `0924-order-images.ts`. Ids and times are `int8` and read as text.
 */
interface ImageTables {
  images: ImagesTable;
}

declare module '../../ground/database/schema.ts' {
  interface Schema extends ImageTables {}
}

/** The privileges of the logins on these tables. */
export const imagePrivileges: PrivilegesOn<ImageTables> = {
  images: { identity: all },
};

type Int8 = ColumnType<string, number, number>;

interface ImagesTable {
  readonly id: string;
  readonly user_id: Int8;
  readonly sealed: Buffer;
  readonly width: number;
  readonly height: number;
  readonly created_at: Int8;
  readonly kind: 'identity' | 'payment' | 'feedback' | 'order' | null;
  readonly owner: string | null;
  readonly expires_at: ColumnType<string | null, number | null, number | null>;
}
