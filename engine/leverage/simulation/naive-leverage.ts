import { isId, refuse, Refused } from '../../simulation/naive-rules.ts';
import { NaiveBooks } from './naive-books.ts';
import { NaiveClaims } from './naive-claims.ts';
import {
  ceil,
  floor,
  greatest,
  isEntrustMet,
  largest,
  least,
  limited,
  maintenance,
  opening,
} from './naive-formulas.ts';
import { NaiveDueWork } from './naive-due.ts';
import { configureFloor, configurePair } from './naive-terms.ts';
import type { NaiveFloor } from './naive-terms.ts';
import type { Command } from '../../command.ts';
import type { NaiveIndices } from '../../simulation/naive-index.ts';
import type { NaiveEvent } from '../../simulation/naive-rules.ts';
import type { NaiveState } from '../../simulation/naive-state.ts';
import type { NaivePart } from '../../simulation/parts.ts';
import type { CloseAllLever, SetLeverStops, SubmitLever } from '../commands.ts';
import type { NaiveCost, NaivePair, NaiveRequest, NaiveRow } from './naive-books.ts';

/** A second model of leverage: every row and every account is looked at for each piece of work. */
export class NaiveLeverage implements NaivePart {
  readonly commands = [
    'configure_leverage',
    'configure_margin',
    'submit_lever',
    'cancel_lever',
    'close_lever',
    'reverse_lever',
    'set_lever_stops',
    'close_all_lever',
  ] as const;
  /** Refusals for a full house are listed with deposits; a hundred rows are beyond these runs. */
  readonly refusals = [
    'leverage_closed',
    'share_out_of_range',
    'multiple_unknown',
    'price_required',
    'lever_price_invalid',
    'index_unavailable',
    'lever_stop_would_trigger',
    'multiple_too_high',
    'position_too_large',
    'exposure_cap',
    'risk_too_high',
    'position_not_found',
    'order_filling',
    'margin_needed',
    'house_floor',
  ] as const;
  readonly isLast = true;
  readonly books: NaiveBooks;
  readonly floors: NaiveFloor[] = [];
  private readonly state: NaiveState;
  private readonly work: NaiveDueWork;
  private count = 0;
  readonly claims: NaiveClaims;

  constructor(state: NaiveState, indices: NaiveIndices) {
    this.state = state;
    this.books = new NaiveBooks(state, indices);
    this.claims = new NaiveClaims(state, this.books);
    this.work = new NaiveDueWork(this.books, this.claims, {
      reach: (row, mark, events) => this.reach(row, mark, events),
      secure: (row, events) => {
        this.secure(row, events);
      },
      deleveraged: (row) => this.deleveraged(row),
      liquidate: (user, currency, events) => {
        this.liquidate(user, currency, events);
      },
    });
    state.leverRoom = (user, currency) => this.books.room(user, currency);
    state.leverGap = (user, currency) => this.books.gap(user, currency);
    state.leverOrders = (user) => {
      const rows = this.books.rows.filter((row) => row.user === user && !this.books.isFilled(row));
      return rows
        .toSorted((a, b) => b.position - a.position)
        .map((row) => (events) => {
          this.revoke(row, 'restricted', events);
        });
    };
    state.houseFloor = (currency) => {
      const floorOf = this.floors.find((one) => one.currency === currency)?.houseFloor ?? 0;
      return BigInt(floorOf) + this.claims.owed(currency);
    };
  }

  perform(command: Command, events: NaiveEvent[]): NaiveEvent {
    if (command.type === 'configure_leverage') return configurePair(this.state, this.books.pairs, command, events);
    if (command.type === 'configure_margin') return configureFloor(this.state, this.floors, command, events);
    if (command.type === 'submit_lever') return this.submit(command, events);
    if (command.type === 'set_lever_stops') return this.setStops(command, events);
    if (command.type === 'close_all_lever') return this.closeAll(command, events);
    if (command.type === 'close_lever') return this.closeLater(command, 'user', events);
    if (command.type === 'reverse_lever') {
      refuse(this.state.isRestricted(command.user, 'trading'), { reason: 'trading_stopped' });
      return this.closeLater(command, 'reverse', events);
    }
    if (command.type !== 'cancel_lever') throw new Error(`no command of leverage: ${command.type}`);
    this.revoke(this.changeable(command.user, command.position, 'entrusted'), 'cancelled', events);
    return { type: 'position', position: command.position };
  }

  isAmid(): boolean {
    return this.books.rows.length > 0 || this.books.reached.length > 0 || this.claims.rows.length > 0;
  }

  isDue(): boolean {
    return false;
  }

  notice(events: readonly NaiveEvent[]): void {
    for (const event of events) if (event['type'] === 'index_updated') this.books.setMarks(event);
  }

  passTime(max: number, events: NaiveEvent[]): number {
    for (let done = 0; ;) {
      const work = this.work.next();
      if (work === null || done === max) return done;
      if (work(events)) done += 1;
    }
  }

  /** Returns whether it did a piece of work. */
  private reach(row: NaiveRow, mark: bigint | null, events: NaiveEvent[]): boolean {
    const { books } = this;
    const isLimit = row.state === 'waiting' && row.target !== null;
    if (mark === null && !isLimit) this.revoke(row, 'no_index', events);
    else if (isLimit && (mark === null || !isEntrustMet(row.side, mark, row.target ?? 0, row.spreadPpm))) {
      row.state = 'entrusted';
      const { position, user, market } = row;
      events.push({ type: 'lever_entrusted', position, user, market });
    } else if (mark === null) throw new Error('a filled row of the model has no work without a mark');
    else if (!books.isFilled(row)) this.fill(row, mark, events);
    else if (row.state === 'closing') {
      if (!books.canBear(row, books.profitAt(row, mark), row.timeMs)) {
        Object.assign(row, { sequence: this.state.sequence, timeMs: this.state.timeMs });
        return false;
      }
      this.close(row, mark, row.closeReason ?? '', events, row.timeMs);
    } else {
      const isLoss = row.stopLoss !== null && (row.side === 'long') === mark <= BigInt(row.stopLoss);
      const isLossExactly = row.stopLoss !== null && (isLoss || mark === BigInt(row.stopLoss));
      const reason = isLossExactly ? 'stop_loss' : 'take_profit';
      if (books.canBear(row, books.profitAt(row, mark), row.timeMs)) this.close(row, mark, reason, events, row.timeMs);
      else this.markClosing(row, reason, events);
    }
    return true;
  }

  private submit(command: SubmitLever, events: NaiveEvent[]): NaiveEvent {
    const { user, side, kind, share, multiple, target, worst, takeProfit, stopLoss } = command;
    const pair = this.books.pairs.find((one) => one.market === command.market);
    if (pair === undefined) throw new Refused({ reason: 'market_unknown' });
    refuse(this.state.isRestricted(user, 'trading'), { reason: 'trading_stopped' });
    const { terms } = pair;
    refuse(terms.state !== 'open', { reason: 'leverage_closed' });
    const { minShare: minimum, maxShare: maximum } = terms;
    refuse(!isId(share, maximum + 1) || share < minimum, { reason: 'share_out_of_range', minimum, maximum });
    refuse(!terms.multiples.includes(multiple), { reason: 'multiple_unknown' });
    refuse(kind === 'limit' && target === null, { reason: 'price_required' });
    const isPrice = (value: number): boolean => isId(value, 2 ** 53);
    const invalid = (field: string, value: number | null, mayBe = true): void => {
      refuse(value !== null && (!mayBe || !isPrice(value)), { reason: 'lever_price_invalid', field });
    };
    invalid('target', target, kind === 'limit');
    invalid('worst', worst, kind === 'market');
    invalid('takeProfit', takeProfit);
    invalid('stopLoss', stopLoss);
    const mark = this.books.mark(pair);
    if (mark === null || opening('short', mark, terms.spreadPpm) < 1n)
      throw new Refused({ reason: 'index_unavailable' });
    const reference = target === null ? mark : BigInt(target);
    this.checkStops(pair, side, { takeProfit, stopLoss }, reference, kind === 'market');
    const { currency } = this.books.keyOf(user, pair);
    refuse(this.books.of(user, currency).length >= 100, { reason: 'too_many_positions', maximum: 100 });
    const row = this.books.newRow(this.count + 1, pair, command, null);
    const isAtMarket = target === null || isEntrustMet(side, mark, target, terms.spreadPpm);
    const dearest = greatest(mark, opening(side, mark, terms.spreadPpm), BigInt(worst ?? target ?? 0));
    const cost = this.books.cost(row, isAtMarket ? dearest : reference);
    const limit = this.limit(row, pair, cost);
    if (limit !== null) throw new Refused(limit);
    const needed = Number(cost.margin + cost.fee);
    const [available] = this.state.balance(user, 3, currency);
    refuse(available < BigInt(needed), {
      reason: 'insufficient_balance',
      currency,
      available: Number(available),
      needed,
    });
    const risk = this.risk(row, cost, isAtMarket ? mark : reference);
    if (risk !== null) throw new Refused(risk);
    this.accept(row, cost, events);
    return { type: 'position', position: row.position };
  }

  private accept(row: NaiveRow, { price, amount, margin, fee }: NaiveCost, events: NaiveEvent[]): void {
    this.count += 1;
    Object.assign(row, { price, amount, margin, held: margin + fee });
    if (row.target !== null) {
      const mark = this.books.mark(this.books.pairOf(row));
      const isMet = mark !== null && isEntrustMet(row.side, mark, row.target, row.spreadPpm);
      row.state = isMet ? 'waiting' : 'entrusted';
    }
    this.books.add(row);
    const cost = { price: Number(price), amount: Number(amount), margin: Number(margin), fee: Number(fee) };
    const held = Number(row.held);
    const facts = { ...this.books.order(row), state: row.state, ...cost, held };
    events.push({ type: 'lever_accepted', ...facts, ...this.books.book(row, {}) });
  }

  private limit(row: NaiveRow, pair: NaivePair, cost: NaiveCost): { reason: string } | null {
    const { terms } = pair;
    const { amount } = cost;
    if (amount * 100n > largest) return { reason: 'position_too_large' };
    const later = this.books.later(row);
    const rows = this.books.rows.filter((one) => one.market === row.market && one !== row && !later.includes(one));
    const total = rows.filter(({ user }) => user === row.user).reduce((sum, one) => sum + one.amount, amount);
    const tier = terms.tiers.find(({ limit }) => total <= BigInt(limit));
    if (tier === undefined) return { reason: 'position_too_large' };
    const maximum = Math.min(tier.multiple, Math.max(...terms.multiples));
    if (row.multiple > maximum) return Object.assign({ reason: 'multiple_too_high' }, { maximum });
    const gross = rows.reduce((sum, one) => sum + one.amount, 0n);
    const room = greatest(0n, BigInt(terms.grossCap) - gross);
    if (amount > room) return Object.assign({ reason: 'exposure_cap' }, { room: Number(room) });
    const houseFloor = BigInt(this.floors.find(({ currency }) => currency === row.currency)?.houseFloor ?? 0);
    const free = this.state.balance(0, 103, row.currency)[0] - this.claims.owed(row.currency);
    return free - this.books.reserveOf(row, amount) < houseFloor ? { reason: 'house_full' } : null;
  }

  private risk(row: NaiveRow, { margin, fee }: NaiveCost, reference: bigint): { reason: string } | null {
    const { user, currency, side, share, unit, spreadPpm } = row;
    const apart = opening(side, reference, spreadPpm) - reference;
    const cost = BigInt(share) * BigInt(unit) * (apart < 0n ? -apart : apart);
    const left = limited(this.books.equity(user, currency) - fee - limited(cost));
    const later = this.books.later(row);
    const others = this.books.of(user, currency).filter((one) => one !== row && !later.includes(one));
    const needed = others.reduce((sum, one) => sum + one.margin, margin);
    if (100n * left >= 120n * needed) return null;
    const rate = Number(least(largest, greatest(0n, floor(left * 10_000n, needed))));
    return Object.assign({ reason: 'risk_too_high' }, { rate });
  }

  private checkStops(
    pair: NaivePair,
    side: string,
    stops: { takeProfit: number | null; stopLoss: number | null },
    reference: bigint,
    countsReached: boolean,
  ): void {
    const waiting = this.books.reached.filter(({ market, mark }) => market === pair.market && mark !== null);
    const marks = [reference, ...(countsReached ? waiting.map(({ mark }) => mark ?? 0n) : [])];
    for (const field of ['takeProfit', 'stopLoss'] as const) {
      const stop = stops[field];
      if (stop === null) continue;
      const isAbove = (side === 'long') === (field === 'takeProfit');
      const isMet = marks.some((mark) => (isAbove ? mark >= BigInt(stop) : mark <= BigInt(stop)));
      refuse(isMet, { reason: 'lever_stop_would_trigger', field });
    }
  }

  private changeable(user: number, position: number, ...states: readonly string[]): NaiveRow {
    const row = this.books.rows.find((one) => one.position === position && one.user === user);
    if (row === undefined) throw new Refused({ reason: 'position_not_found' });
    refuse(row.state === 'waiting' || row.state === 'closing' || this.isReached(row), { reason: 'order_filling' });
    refuse(!states.includes(row.state), { reason: 'position_not_found' });
    return row;
  }

  /** Whether a mark for which work waits has reached the stop or the price of a row. */
  private isReached(row: NaiveRow): boolean {
    return this.books.reached.some((reached) => this.books.triggered(reached, [row]) !== undefined);
  }

  private closeLater(
    { user, position }: { user: number; position: number },
    reason: string,
    events: NaiveEvent[],
  ): NaiveEvent {
    this.markClosing(this.changeable(user, position, 'open'), reason, events);
    return { type: 'position', position };
  }

  private markClosing(row: NaiveRow, reason: string, events: NaiveEvent[]): void {
    const { sequence, timeMs } = this.state;
    Object.assign(row, { state: 'closing', closeReason: reason, sequence, timeMs });
    const { position, user, market } = row;
    events.push({ type: 'lever_closing', position, user, market, reason });
  }

  private closeAll({ user, market, side }: CloseAllLever, events: NaiveEvent[]): NaiveEvent {
    const isUnknown = market !== null && !this.books.pairs.some((pair) => pair.market === market);
    refuse(isUnknown, { reason: 'market_unknown' });
    const rows = this.books.rows.filter((row) => {
      const isMatch = (market === null || row.market === market) && (side === null || row.side === side);
      return isMatch && row.user === user && row.state === 'open' && !this.isReached(row);
    });
    for (const row of rows) this.markClosing(row, 'user', events);
    return { type: 'lever_closing', closing: rows.length };
  }

  private setStops(command: SetLeverStops, events: NaiveEvent[]): NaiveEvent {
    const { user, position, takeProfit, stopLoss } = command;
    const row = this.changeable(user, position, 'open', 'entrusted');
    for (const field of ['takeProfit', 'stopLoss'] as const) {
      const stop = command[field];
      refuse(stop !== null && !isId(stop, 2 ** 53), { reason: 'lever_price_invalid', field });
    }
    const isOpen = row.state === 'open';
    if (takeProfit !== null || stopLoss !== null) {
      const pair = this.books.pairOf(row);
      const reference = isOpen ? this.books.mark(pair) : BigInt(row.target ?? 0);
      if (reference === null) throw new Refused({ reason: 'index_unavailable' });
      this.checkStops(pair, row.side, { takeProfit, stopLoss }, reference, isOpen);
    }
    Object.assign(row, { takeProfit, stopLoss });
    if (isOpen) Object.assign(row, { sequence: this.state.sequence, timeMs: this.state.timeMs });
    events.push({ type: 'lever_stops_set', position, user, market: row.market, takeProfit, stopLoss });
    return { type: 'position', position };
  }

  private fill(row: NaiveRow, mark: bigint, events: NaiveEvent[]): void {
    const pair = this.books.pairOf(row);
    const price = opening(row.side, mark, row.spreadPpm);
    const cost = this.books.cost(row, price);
    const reason = this.whyNot(row, pair, mark, price, cost);
    if (reason !== null) {
      this.revoke(row, reason, events);
      return;
    }
    const { amount, margin, fee } = cost;
    const later = this.books.later(row);
    const own = this.books.rows.filter((one) => {
      return one.user === row.user && one.market === row.market && one !== row && !later.includes(one);
    });
    const before = own.reduce((sum, one) => sum + one.amount, 0n);
    const reserve = this.books.reserveOf(row, amount);
    const { sequence, timeMs } = this.state;
    Object.assign(row, {
      state: 'open',
      price,
      amount,
      margin,
      fee,
      reserve,
      held: 0n,
      markAtFill: mark,
      sequence,
      timeMs,
      maintenance: maintenance(pair.terms, before, amount),
      filledAtMs: timeMs,
    });
    const booked = this.books.book(row, { own: -fee, fees: fee, house: [-reserve, reserve], fee });
    const facts = { ...this.books.order(row), ...this.books.facts(row), reserve: Number(reserve) };
    events.push({ type: 'lever_opened', ...facts, ...booked });
    this.state.tookFee(row.user, row.currency, fee);
  }

  private whyNot(row: NaiveRow, pair: NaivePair, mark: bigint, price: bigint, cost: NaiveCost): string | null {
    if (this.state.isRestricted(row.user, 'trading')) return 'restricted';
    if (pair.terms.state !== 'open') return 'leverage_closed';
    if (price < 1n) return 'price_moved';
    const { worst, side, user, currency } = row;
    if (worst !== null && (side === 'long' ? price > BigInt(worst) : price < BigInt(worst))) return 'price_moved';
    const limit = this.limit(row, pair, cost);
    if (limit !== null) return limit.reason;
    const { books } = this;
    const later = books.later(row).reduce((sum, one) => sum + one.held, row.held);
    const taken = books.sum(user, currency, 'margin') + books.sum(user, currency, 'held') - later;
    if (books.balance(user, currency) - taken < cost.margin + cost.fee) return 'insufficient_balance';
    return this.risk(row, cost, mark)?.reason ?? null;
  }

  private revoke(row: NaiveRow, reason: string, events: NaiveEvent[]): void {
    this.books.remove(row);
    events.push({ type: 'lever_revoked', ...this.books.order(row), reason, ...this.books.book(row, {}) });
  }

  private close(row: NaiveRow, mark: bigint, reason: string, events: NaiveEvent[], sinceMs = -Infinity): void {
    const { books } = this;
    const loss = -books.profitAt(row, mark);
    while (loss > books.balance(row.user, row.currency)) {
      const covers = books.covers(row, sinceMs).toSorted((a, b) => Number(books.profit(b) - books.profit(a)));
      const [best] = covers;
      if (best === undefined) break;
      this.closeAlone(best, books.lastMark(best), 'cover', events);
    }
    this.closeAlone(row, mark, reason, events);
    if (reason !== 'reverse' || this.state.isRestricted(row.user, 'trading')) return;
    const pair = books.pairOf(row);
    const { user, share, multiple } = row;
    const side = row.side === 'long' ? 'short' : 'long';
    const nothing = { target: null, worst: null, takeProfit: null, stopLoss: null };
    const request = { user, side, kind: 'market', share, multiple, ...nothing } as const;
    const opposite = this.books.newRow(this.count + 1, pair, request as NaiveRequest, row.position);
    this.accept(opposite, { price: 0n, amount: 0n, margin: 0n, fee: 0n }, events);
    this.fill(opposite, mark, events);
  }

  private closeAlone(row: NaiveRow, mark: bigint, reason: string, events: NaiveEvent[]): void {
    const { books } = this;
    const { currency, reserve } = row;
    const profit = books.profitAt(row, mark);
    const [house] = this.state.balance(0, 103, currency);
    const [insurance] = this.state.balance(0, 104, currency);
    const balance = books.balance(row.user, currency);
    const facts = { ...books.order(row), ...books.facts(row), reserve: Number(reserve), closePrice: Number(mark) };
    books.remove(row);
    let figures = { deficit: 0n, insured: 0n, unpaid: 0n };
    let booked: NaiveEvent;
    if (profit >= 0n) {
      const owed = this.claims.owed(currency);
      const fromHouse = least(profit, reserve + greatest(0n, house - owed));
      const fromInsurance = least(profit - fromHouse, greatest(0n, insurance - greatest(0n, owed - house)));
      const paid = fromHouse + fromInsurance;
      figures = { ...figures, unpaid: profit - paid };
      booked = books.book(row, { own: paid, house: [reserve - fromHouse, -reserve], insurance: -fromInsurance });
    } else {
      const borne = least(-profit, balance);
      const deficit = this.claims.setOff(row, -profit - borne, events);
      const insured = least(deficit, insurance);
      figures = { ...figures, deficit, insured };
      const toHouse = reserve + borne + insured;
      booked = books.book(row, { own: -borne, house: [toHouse, -reserve], insurance: -insured });
    }
    const { deficit, insured, unpaid } = figures;
    events.push({
      type: 'lever_closed',
      ...facts,
      reason,
      profit: Number(profit),
      deficit: Number(deficit),
      insured: Number(insured),
      unpaid: Number(unpaid),
      ...booked,
    });
    if (unpaid > 0n) this.claims.add(row, unpaid);
  }

  private liquidate(user: number, currency: number, events: NaiveEvent[]): void {
    const { books } = this;
    const equity = books.equity(user, currency);
    const needed = books.sum(user, currency, 'maintenance');
    for (const row of books.of(user, currency)) if (!books.isFilled(row)) this.revoke(row, 'liquidation', events);
    let closed = 0;
    let fees = 0n;
    while (books.equity(user, currency) <= books.sum(user, currency, 'margin')) {
      const rows = books.of(user, currency).filter((row) => books.isClosable(row));
      const [worst] = rows.toSorted((a, b) => Number(books.profit(a) - books.profit(b)) || a.position - b.position);
      if (worst === undefined) break;
      const mark = books.lastMark(worst);
      this.close(worst, mark, 'liquidation', events);
      closed += 1;
      fees += ceil(BigInt(worst.share) * mark * BigInt(worst.unit) * 5n, 1000n);
    }
    const room =
      least(books.balance(user, currency), books.equity(user, currency)) - books.sum(user, currency, 'margin');
    const fee = least(fees, greatest(0n, room));
    const facts = { user, currency, equity: Number(equity), maintenance: Number(needed), closed, fee: Number(fee) };
    events.push({
      type: 'lever_liquidated',
      ...facts,
      ...books.book({ user, currency }, { own: -fee, insurance: fee, fee }),
    });
  }

  private secure(row: NaiveRow, events: NaiveEvent[]): void {
    const { position, market, currency, reserve } = row;
    const best = this.deleveraged(row);
    if (best === undefined) {
      row.reserve = 2n * reserve;
      this.state.change(0, 103, currency, -reserve, reserve);
      const postings = [
        { user: 0, accountType: 103, currency, available: -Number(reserve), locked: Number(reserve), fee: 0 },
      ];
      const facts = { position, market, currency, reserve: Number(row.reserve) };
      events.push({ type: 'lever_reserve_raised', ...facts, postings });
      return;
    }
    this.close(best, this.books.lastMark(best), 'deleveraging', events);
  }

  /** The row that is closed because the house cannot secure a profit. */
  private deleveraged(row: NaiveRow): NaiveRow | undefined {
    const { currency, reserve } = row;
    const isSecured = this.state.balance(0, 103, currency)[0] - this.claims.owed(currency) >= reserve;
    return isSecured ? undefined : this.books.bestEntry(row);
  }
}
