import { conforms, Success } from '@bourse/contract';
import { Conversion, convert } from '@bourse/contract/convert';
import { lockSavings, SavingsLock } from '@bourse/contract/savings';
import {
  batchAdd,
  buyAdd,
  buyReplace,
  Order,
  orderAdd,
  orderBatch,
  orderReplace,
  sellAdd,
  sellReplace,
} from '@bourse/contract/spot';
import { accountTransfer, Transfer } from '@bourse/contract/wallet';
import type { Complaints } from './judge.ts';
import type { AttackingPerson } from './persons.ts';

/** The declaration of a call, of either wire, compared by identity. */
type Declared = object;

/**
 * Records what the exchange has acknowledged to a user, and compares it with the request: an accepted order must have
 * exactly the requested price and size, digit by digit.
 */
export function recordAcknowledged(call: Declared, input: unknown, data: unknown, person: AttackingPerson): Complaints {
  if (call === accountTransfer) return noteTransfer(input, data, person);
  if (call === convert) return noteConversion(input, data, person);
  if (call === lockSavings) return noteDeposit(data, person);
  if (call === buyAdd || call === orderAdd || call === sellAdd) {
    return conforms(Order, data) ? noteOrder(input, sideOf(call, input), data, person) : [];
  }
  if (call === buyReplace || call === sellReplace || call === orderReplace) {
    const placed = fieldOf(data, 'placed');
    if (conforms(Order, placed)) person.noteOrder(placed);
    return [];
  }
  if (call === batchAdd || call === orderBatch) {
    const [orders, results] = [fieldOf(input, 'orders'), fieldOf(data, 'results')];
    if (!Array.isArray(orders) || !Array.isArray(results)) return ['a batch without entries'];
    return results.flatMap((result: unknown, at) => {
      const order: unknown = orders[at];
      const side = Number(fieldOf(order, 'way'));
      return conforms(placedOrder, result) ? noteOrder(order, side, result.data, person) : [];
    });
  }
  return [];
}

const placedOrder = Success(Order);

function sideOf(call: Declared, input: unknown): number {
  if (call === orderAdd) return Number(fieldOf(input, 'way'));
  return call === buyAdd ? 2 : 1;
}

function noteOrder(input: unknown, side: number, order: Order, person: AttackingPerson): Complaints {
  person.noteOrder(order);
  const complaints: string[] = [];
  const same = (field: string, shown: string | null): void => {
    const wanted = fieldOf(input, field);
    if (wanted === undefined || wanted === '') return;
    if (normal(wanted) !== shown)
      complaints.push(`its ${field} is ${shown}, but ${JSON.stringify(wanted)} was requested`);
  };
  if (order.way !== side) complaints.push('the order is of the other side');
  if (order.currency_match_id !== Number(fieldOf(input, 'currency_match_id')))
    complaints.push('the order is on another market');
  if (order.order_type === 'limit' || order.order_type === 'stop_limit') same('price', order.price);
  same('stop_price', order.stop_price);
  if (order.quote_amount === null) same('number', order.number);
  else same('quote_amount', order.quote_amount);
  return complaints;
}

function noteTransfer(input: unknown, data: unknown, person: AttackingPerson): Complaints {
  if (!conforms(Transfer, data)) return [];
  const { id, currency_id: currency, balance, from, to } = data;
  person.noteMove(`transfer ${id}`, currency, balance, from, to);
  const wanted = fieldOf(input, 'balance');
  return normal(wanted) === balance ? [] : [`it moved ${balance}, but ${JSON.stringify(wanted)} was requested`];
}

function noteConversion(input: unknown, data: unknown, person: AttackingPerson): Complaints {
  if (!conforms(Conversion, data)) return [];
  person.noteConversion(data);
  const wanted = fieldOf(input, 'number');
  return normal(wanted) === data.number
    ? []
    : [`it converted ${data.number}, but ${JSON.stringify(wanted)} was requested`];
}

function noteDeposit(data: unknown, person: AttackingPerson): Complaints {
  if (!conforms(SavingsLock, data)) return [];
  const { id, currency, number } = data;
  person.noteMove(`deposit ${id}`, currency.id, number, 'change_account', 'financial_account');
  return [];
}

/** The canonical form of an amount on the wire; null if it is not a plain decimal. */
function normal(value: unknown): string | null {
  const match = /^(\d*)(?:\.(\d*))?$/.exec(String(value));
  if (match === null) return null;
  const [, digits = '', fraction = ''] = match;
  const whole = digits.replace(/^0+(?=.)/, '') || '0';
  const rest = fraction.replace(/0+$/, '');
  return rest === '' ? whole : `${whole}.${rest}`;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;
}
