import { describe, expect, it } from 'vitest';
import { keptTab } from './testing/kept-tab.ts';
import { withAmount, withPrice } from './order-draft.ts';
import { createOrderDrafts, keepKind, keptKind } from './order-drafts.ts';

const btc = { id: 1, price_decimals: 1 };
const eth = { id: 2, price_decimals: 2 };
const visit = { account: 'ann@example.org', token: 'of ann', last: '50000.123', kind: 'limit' } as const;

describe('the drafts of the order forms', () => {
  it('start with the last price, which later prices never overwrite', () => {
    const { drafts, buy } = opened();
    expect(buy().draft).toMatchObject({ price: '50000.1', size: '', kind: 'limit' });
    drafts.change('buy', (draft) => withPrice(draft, '4'));
    drafts.enter(btc, { ...visit, last: '60000' });
    expect(buy().draft.price).toBe('4');
    drafts.enter(eth, { ...visit, last: '0' });
    expect(buy().draft.price).toBe('');
  });

  it('are kept for a user who has to log in again, but not for another user', () => {
    const { drafts, buy } = opened();
    drafts.change('buy', (draft) => withAmount(draft, '2'));
    drafts.leave();
    drafts.enter(btc, { ...visit, last: '60000' });
    expect(buy().draft).toMatchObject({ price: '50000.1', size: '2' });
    drafts.leave();
    drafts.enter(btc, { ...visit, account: '', token: null });
    expect(buy().draft.size).toBe('2');
    drafts.leave();
    drafts.enter(btc, { ...visit, account: 'ben@example.org', token: 'of ben' });
    expect(buy().draft.size).toBe('');
  });

  it('are kept when the account is renamed within the session', () => {
    const { drafts, buy } = opened();
    drafts.change('buy', (draft) => withAmount(draft, '2'));
    drafts.enter(btc, { ...visit, account: 'Ann@example.org' });
    expect(buy().draft.size).toBe('2');
    drafts.enter(btc, { ...visit, account: 'ben@example.org', token: 'of ben' });
    expect(buy().draft.size).toBe('');
  });

  it('are reset when no size was entered, or on another market', () => {
    const { drafts, buy } = opened();
    drafts.leave();
    drafts.enter(btc, { ...visit, last: '60000' });
    expect(buy().draft.price).toBe('60000.0');
    drafts.change('buy', (draft) => withAmount(draft, '2'));
    drafts.enter(eth, visit);
    expect(buy().draft).toMatchObject({ size: '', price: '50000.12' });
  });

  it('are cleared on both sides when the kind of order changes, and the kind is stored for the next visit', () => {
    const { drafts, buy } = opened();
    drafts.change('buy', (draft) => withAmount(draft, '2'));
    drafts.setKind('market');
    expect(drafts.store.getState()).toMatchObject({
      kind: 'market',
      tickets: { buy: { draft: { kind: 'market', size: '' } }, sell: { draft: { kind: 'market' } } },
    });
    drafts.enter(eth, visit);
    expect(buy().draft.kind).toBe('market');
    const kept = new Map<string, string>();
    const storage = {
      read: (name: string) => kept.get(name) ?? null,
      write: (name: string, value: string) => kept.set(name, value),
    };
    expect(keptKind(storage)).toBe('limit');
    for (const [kind, value] of [
      ['market', '1'],
      ['stop_limit', '1'],
      ['limit', '0'],
      ['stop_market', '0'],
    ] as const) {
      keepKind(storage, kind);
      expect(kept.get('type2')).toBe(value);
    }
    kept.set('type2', '1');
    expect(keptKind(storage)).toBe('market');
  });

  it('are restored after a reload with their unknown outcomes, but not for another user', () => {
    const tab = keptTab();
    const { drafts, buy } = opened(tab);
    drafts.change('buy', (draft) => withAmount(withPrice(draft, '4'), '2'));
    drafts.attempts.begin(buy().draft, { currency_match_id: 1, order_type: 'limit', price: '4', number: '2' });
    const reloaded = opened(tab);
    expect(reloaded.buy()).toMatchObject({ draft: { price: '4', size: '2' }, refusal: 'unanswered' });
    expect(reloaded.drafts.store.getState().tickets.sell.refusal).toBe(null);
    reloaded.drafts.change('buy', (draft) => withAmount(draft, '3'));
    expect(opened(tab).buy()).toMatchObject({ draft: { size: '3' }, refusal: null });
    const other = opened(tab);
    other.drafts.leave();
    other.drafts.enter(btc, { ...visit, account: 'ben@example.org', token: 'of ben' });
    expect(other.buy().draft.size).toBe('');
    for (const kept of ['', '{}', '{"owner":"","marketId":1,"kind":"limit","drafts":{"buy":{},"sell":{}}}']) {
      expect(opened(keptTab({ order_forms: kept })).buy().draft).toMatchObject({ price: '50000.1', size: '' });
    }
  });

  it('show a refusal in the form that was sent, and nowhere else', () => {
    const { drafts, buy } = opened();
    drafts.change('buy', (draft) => withAmount(draft, '2'));
    const sent = buy().draft;
    const refusal = { place: 'form', text: 'No.' } as const;
    expect(drafts.refused(sent, btc.id, refusal)).toBe(true);
    expect(buy().refusal).toEqual(refusal);
    drafts.change('buy', (draft) => withAmount(draft, '3'));
    expect(drafts.refused(sent, btc.id, 'unanswered')).toBe(false);
    expect(buy()).toMatchObject({ draft: { size: '3' }, refusal: null });
    drafts.enter(eth, visit);
    expect(drafts.refused(sent, btc.id, 'unanswered')).toBe(false);
    expect(buy().refusal).toBeNull();
  });

  it('restore an order with an unknown outcome when its market is opened', () => {
    const { drafts, buy } = opened();
    drafts.change('buy', (draft) => withAmount(withPrice(draft, '4'), '2'));
    const sent = buy().draft;
    drafts.attempts.begin(sent, { currency_match_id: 1, order_type: 'limit', price: '4', number: '2' });
    drafts.enter(eth, visit);
    expect(buy()).toMatchObject({ draft: { size: '' }, refusal: null });
    drafts.enter(btc, visit);
    expect(buy()).toMatchObject({ draft: sent, refusal: 'unanswered' });
    // A pending order is not restored; it is once the response turns out to be missing.
    drafts.update('buy', { sending: true });
    drafts.enter(eth, visit);
    drafts.enter(btc, visit);
    expect(buy()).toMatchObject({ draft: { size: '' }, refusal: null });
    expect(drafts.refused(sent, btc.id, 'unanswered')).toBe(true);
    expect(buy()).toMatchObject({ draft: sent, refusal: 'unanswered' });
  });

  it('lose the size of a placed order, unless it was changed meanwhile', () => {
    const { drafts, buy } = opened();
    drafts.change('buy', (draft) => withAmount(draft, '2'));
    const sent = buy().draft;
    drafts.placed(sent);
    expect(buy().draft).toMatchObject({ size: '', price: '50000.1' });
    drafts.change('buy', (draft) => withAmount(draft, '3'));
    drafts.placed(sent);
    expect(buy().draft.size).toBe('3');
  });

  it('drop the refusal as soon as a value is changed', () => {
    const { drafts, buy } = opened();
    drafts.update('buy', { refusal: { place: 'price', text: 'no' } });
    drafts.pickPrice({ price: '7', side: 'buy', amount: null });
    expect(buy()).toMatchObject({ refusal: null, draft: { price: '7' } });
    drafts.pickPrice({ price: '8', side: 'buy', amount: '1.5' });
    expect(drafts.store.getState().tickets).toMatchObject({
      buy: { draft: { price: '8', size: '1.5', led: 'amount' } },
      sell: { draft: { price: '8', size: '' } },
    });
  });
});

function opened(tab = keptTab()) {
  const drafts = createOrderDrafts(() => 'key', tab);
  drafts.enter(btc, visit);
  return { drafts, buy: () => drafts.store.getState().tickets.buy };
}
