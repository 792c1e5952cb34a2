import { describe, expect, it } from 'vitest';
import { keptTab } from './testing/kept-tab.ts';
import { withAmount, withPrice } from './order-draft.ts';
import { createOrderDrafts, keepKind, keptKind } from './order-drafts.ts';

const btc = { id: 1, price_decimals: 1 };
const eth = { id: 2, price_decimals: 2 };
const visit = { account: 'ann@example.org', token: 'of ann', last: '50000.123', kind: 'limit' } as const;

describe('what stands in the forms', () => {
  it('begins with the last price, which later ones never overwrite', () => {
    const { drafts, buy } = opened();
    expect(buy().draft).toMatchObject({ price: '50000.1', size: '', kind: 'limit' });
    drafts.change('buy', (draft) => withPrice(draft, '4'));
    drafts.enter(btc, { ...visit, last: '60000' });
    expect(buy().draft.price).toBe('4');
    drafts.enter(eth, { ...visit, last: '0' });
    expect(buy().draft.price).toBe('');
  });

  it('waits for somebody who has to log in again, but not for somebody else', () => {
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

  it('stays when the account comes to be written otherwise in the same session', () => {
    const { drafts, buy } = opened();
    drafts.change('buy', (draft) => withAmount(draft, '2'));
    drafts.enter(btc, { ...visit, account: 'Ann@example.org' });
    expect(buy().draft.size).toBe('2');
    drafts.enter(btc, { ...visit, account: 'ben@example.org', token: 'of ben' });
    expect(buy().draft.size).toBe('');
  });

  it('begins anew when nothing was begun, or on another market', () => {
    const { drafts, buy } = opened();
    drafts.leave();
    drafts.enter(btc, { ...visit, last: '60000' });
    expect(buy().draft.price).toBe('60000.0');
    drafts.change('buy', (draft) => withAmount(draft, '2'));
    drafts.enter(eth, visit);
    expect(buy().draft).toMatchObject({ size: '', price: '50000.12' });
  });

  it('is cleared on both sides by another kind of order, which the browser keeps as 0 or 1', () => {
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

  it('stands there again after the page was loaded anew, with what is unknown of it, but not for somebody else', () => {
    const tab = keptTab();
    const { drafts, buy } = opened(tab);
    drafts.change('buy', (draft) => withAmount(withPrice(draft, '4'), '2'));
    drafts.attempts.begin(buy().draft, { currency_match_id: 1, order_type: 'limit', price: '4', number: '2' });
    const anew = opened(tab);
    expect(anew.buy()).toMatchObject({ draft: { price: '4', size: '2' }, refusal: 'unanswered' });
    expect(anew.drafts.store.getState().tickets.sell.refusal).toBe(null);
    anew.drafts.change('buy', (draft) => withAmount(draft, '3'));
    expect(opened(tab).buy()).toMatchObject({ draft: { size: '3' }, refusal: null });
    const other = opened(tab);
    other.drafts.leave();
    other.drafts.enter(btc, { ...visit, account: 'ben@example.org', token: 'of ben' });
    expect(other.buy().draft.size).toBe('');
    for (const kept of ['', '{}', '{"owner":"","marketId":1,"kind":"limit","drafts":{"buy":{},"sell":{}}}']) {
      expect(opened(keptTab({ order_forms: kept })).buy().draft).toMatchObject({ price: '50000.1', size: '' });
    }
  });

  it('say what was refused where it was sent from, and nowhere else', () => {
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

  it('bring back what is unknown when its market is', () => {
    const { drafts, buy } = opened();
    drafts.change('buy', (draft) => withAmount(withPrice(draft, '4'), '2'));
    const sent = buy().draft;
    drafts.attempts.begin(sent, { currency_match_id: 1, order_type: 'limit', price: '4', number: '2' });
    drafts.enter(eth, visit);
    expect(buy()).toMatchObject({ draft: { size: '' }, refusal: null });
    drafts.enter(btc, visit);
    expect(buy()).toMatchObject({ draft: sent, refusal: 'unanswered' });
    // On its way it is not unknown yet; the answer that does not come brings it back into the empty form.
    drafts.update('buy', { sending: true });
    drafts.enter(eth, visit);
    drafts.enter(btc, visit);
    expect(buy()).toMatchObject({ draft: { size: '' }, refusal: null });
    expect(drafts.refused(sent, btc.id, 'unanswered')).toBe(true);
    expect(buy()).toMatchObject({ draft: sent, refusal: 'unanswered' });
  });

  it('loses the size of what was placed, unless it was changed while it was on its way', () => {
    const { drafts, buy } = opened();
    drafts.change('buy', (draft) => withAmount(draft, '2'));
    const sent = buy().draft;
    drafts.placed(sent);
    expect(buy().draft).toMatchObject({ size: '', price: '50000.1' });
    drafts.change('buy', (draft) => withAmount(draft, '3'));
    drafts.placed(sent);
    expect(buy().draft.size).toBe('3');
  });

  it('forgets what the exchange refused as soon as something is changed', () => {
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
