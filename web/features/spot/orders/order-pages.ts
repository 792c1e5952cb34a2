interface PageSizes {
  /** The number of orders of each side that a request answers. */
  readonly perRequest: number;
  readonly perPage: number;
}

/**
 * The number of pages that the orders of each request fill. `totals` are the numbers of orders of each side; a request
 * answers some of every side, which are paged together.
 */
export function pagesOf(totals: readonly number[], { perRequest, perPage }: PageSizes): readonly number[] {
  const requests = Math.max(1, ...totals.map((total) => Math.ceil(total / perRequest)));
  return Array.from({ length: requests }, (_, request) => {
    const orders = totals.map((total) => Math.min(perRequest, Math.max(0, total - request * perRequest)));
    return Math.max(1, Math.ceil(orders.reduce((sum, count) => sum + count, 0) / perPage));
  });
}

/** The request that answers a page, from 1, and the place of the page in it, from 0. */
export function placeOfPage(
  page: number,
  totals: readonly number[],
  sizes: PageSizes,
): { readonly request: number; readonly index: number } {
  let index = page - 1;
  let request = 1;
  for (const pages of pagesOf(totals, sizes).slice(0, -1)) {
    if (index < pages) break;
    index -= pages;
    request += 1;
  }
  return { request, index };
}
