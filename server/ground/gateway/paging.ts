import type { IntegerInput } from '@bourse/contract';
import { type Refused, refused } from './answer.ts';

/** The requested rows of a list. `page` counts from 1. */
export interface Paging {
  readonly ok: true;
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
}

const defaultLimit = 10;
const maxLimit = 100;
const maxRow = 1_000_000;

/** Reads `page` and `limit`; defaults are the first page and ten rows. */
export function readPaging(input: {
  readonly page?: IntegerInput;
  readonly limit?: IntegerInput;
}): Paging | Refused<'invalid_request'> {
  const page = Number(input.page ?? 1);
  const limit = Number(input.limit ?? defaultLimit);
  if (limit < 1 || limit > maxLimit) return refused('invalid_request', { field: 'limit', problem: 'range' });
  if (page < 1 || page * limit > maxRow) return refused('invalid_request', { field: 'page', problem: 'range' });
  return { ok: true, page, limit, offset: (page - 1) * limit };
}

/** One page of a list of `total` rows. */
export function pageOf<Row>(rows: Row[], total: number, { page, limit }: Paging) {
  return {
    total,
    per_page: limit,
    last_page: Math.max(1, Math.ceil(total / limit)),
    current_page: page,
    data: rows,
  };
}
