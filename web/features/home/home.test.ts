import type { Match, MatchGroup } from '@bourse/contract/markets';
import { describe, expect, it } from 'vitest';
import { alertOf } from './alert.ts';
import { marketVolume } from './market-volume.ts';

function group(code: string, usd: string, markets: readonly Partial<Match>[]): MatchGroup {
  const matches = markets.map((market) => ({ open_change: 1, quote_currency_code: code, ...market }) as Match);
  return { id: 1, code, name: code, is_quote: 1, cny_price: '6.8', usd_price: usd, matches };
}

function market(id: number, base: string, close: string, volume: string): Partial<Match> {
  const quotation = { currency_match_id: id, close, change: '0', high: close, low: close, volume };
  return { id, base_currency_code: base, currency_quotation: quotation };
}

describe('the total market volume', () => {
  const usdt = group('USDT', '1', [market(1, 'BTC', '50000', '2'), market(2, 'ETH', '2500', '10')]);
  const btc = group('BTC', '50000', [market(3, 'ETH', '0.05', '4')]);

  it('adds up all open markets at the price of their quote currency, in USDT or in BTC', () => {
    expect(marketVolume([usdt, btc], {}, 'USDT')).toBe('135000.00');
    expect(marketVolume([usdt, btc], {}, 'BTC')).toBe('2.70');
  });

  it('is truncated, never rounded up, and uses live quotations where available', () => {
    const live = { currency_match_id: 1, close: '50000', change: '0', high: '0', low: '0', volume: '0.00001999' };
    expect(
      marketVolume([group('USDT', '1', [market(1, 'BTC', '1', '1')])], { 1: { quotation: live, sequence: 1 } }, 'USDT'),
    ).toBe('0.99');
  });

  it('excludes closed markets', () => {
    const closed = { ...market(4, 'XRP', '1', '1000'), open_change: 0 as const };
    expect(marketVolume([group('USDT', '1', [closed, market(2, 'ETH', '2', '3')])], {}, 'USDT')).toBe('6.00');
  });

  it('is unknown in BTC when BTC has no price', () => {
    expect(marketVolume([group('USDT', '1', [market(2, 'ETH', '2', '3')])], {}, 'BTC')).toBeNull();
    expect(marketVolume([group('USDT', '1', [market(1, 'BTC', '0', '0')])], {}, 'BTC')).toBeNull();
  });
});

describe('the alert', () => {
  it('is absent without content, whatever its title', () => {
    expect(alertOf({ dialog_title: 'Maintenance', dialog_content: '  ' })).toBeNull();
  });

  it('is identified by its text: another text is another alert', () => {
    const one = alertOf({ dialog_title: 'A', dialog_content: 'We move house.' });
    expect(one).toEqual({
      title: 'A',
      content: 'We move house.',
      mark: expect.stringMatching(/^[0-9a-f]{8}$/) as string,
    });
    expect(alertOf({ dialog_title: 'A', dialog_content: ' We move house. ' })?.mark).toBe(one?.mark);
    expect(alertOf({ dialog_title: 'A', dialog_content: 'We moved house.' })?.mark).not.toBe(one?.mark);
    expect(alertOf({ dialog_title: 'B', dialog_content: 'We move house.' })?.mark).not.toBe(one?.mark);
  });
});
