import { convert, convertQuote, convertSetting, type ConvertQuote } from '@bourse/contract/convert';
import { outflow } from '@bourse/contract/credits';
import { accountList, changeLog } from '@bourse/contract/wallet';
import { useMutation, type QueryClient } from '@tanstack/react-query';
import { useLive } from '../../live/context.tsx';
import { useRead } from '../../live/read.ts';

/** How often prices that are missing are looked for again. */
const settingEveryMs = 15_000;

export function useConvertSetting() {
  return useRead(convertSetting, {}, { refreshMs: settingEveryMs });
}

/** A quote, and the end of its life on the page's monotonic clock. */
export interface HeldQuote {
  readonly quote: ConvertQuote;
  readonly endsAt: number;
}

/** The request of a quote. */
export interface QuoteRequest {
  readonly from: number;
  readonly to: number;
  readonly number: string;
}

/**
 * Requests a quote. Its life is counted from the request, without the device's clock, so it ends on the page no later
 * than on the server.
 */
export function useQuote(lifeMs: number) {
  const { call } = useLive();
  return useMutation({
    meta: { saidInPlace: true },
    mutationFn: async ({ from, to, number }: QuoteRequest): Promise<HeldQuote> => {
      const requestedAt = performance.now();
      const { data } = await call(convertQuote, { currency_id: from, targetCurrency: to, number });
      return { quote: data, endsAt: requestedAt + lifeMs };
    },
  });
}

/** Accepts a quote. The exchange converts it once, so an attempt without a response can be repeated. */
export function useConversion() {
  const { call, queries } = useLive();
  return useMutation({
    meta: { saidInPlace: true },
    mutationFn: async ({ quote_id, currency_id, target_currency_id, number }: ConvertQuote) =>
      call(convert, { currency_id, targetCurrency: target_currency_id, number, quote_id }),
    onSettled: () => readAgain(queries),
  });
}

async function readAgain(queries: QueryClient): Promise<void> {
  const paths = [accountList, changeLog, outflow].map(({ path }) => path);
  await Promise.all(paths.map((path) => queries.invalidateQueries({ queryKey: [path] })));
}
