import { expect, test } from 'vitest';
import { openDocumentTitle, type DocumentTitle } from './document-title.ts';

function opened(): { readonly title: DocumentTitle; readonly shown: () => string } {
  let shown = '';
  const title = openDocumentTitle((next) => {
    shown = next;
  });
  return { title, shown: () => shown };
}

test('a price that leaves the screen after the next page set its title shows that title', () => {
  const { title, shown } = opened();
  title.setPage('Trade · Bourse');
  const removePrice = title.override('65,000.0 BTC/USDT · Bourse');
  expect(shown()).toBe('65,000.0 BTC/USDT · Bourse');
  title.setPage('Markets · Bourse');
  // The previous page is on screen until the next one has loaded.
  expect(shown()).toBe('65,000.0 BTC/USDT · Bourse');
  removePrice();
  expect(shown()).toBe('Markets · Bourse');
});

test('a price that leaves the screen before the next page sets its title keeps the known title', () => {
  const { title, shown } = opened();
  title.setPage('Trade · Bourse');
  title.override('65,000.0 BTC/USDT · Bourse')();
  expect(shown()).toBe('Trade · Bourse');
  title.setPage('Markets · Bourse');
  expect(shown()).toBe('Markets · Bourse');
});

test('removing the price of one market keeps that of another', () => {
  const { title, shown } = opened();
  title.setPage('Trade · Bourse');
  const removeFirst = title.override('65,000.0 BTC/USDT · Bourse');
  const removeSecond = title.override('3,000.0 ETH/USDT · Bourse');
  removeFirst();
  removeFirst();
  expect(shown()).toBe('3,000.0 ETH/USDT · Bourse');
  removeSecond();
  expect(shown()).toBe('Trade · Bourse');
});
