import type { Hex } from 'viem';

/** Single bytes of the machine of Ethereum (Cancun). */
const op = {
  add: '01',
  sub: '03',
  lt: '10',
  eq: '14',
  shr: '1c',
  caller: '33',
  dataLoad: '35',
  codeCopy: '39',
  pop: '50',
  store: '52',
  read: '54',
  write: '55',
  jumpIf: '57',
  here: '5b',
  zero: '5f',
  copy1: '80',
  copy2: '81',
  swap1: '90',
  log3: 'a3',
  return: 'f3',
  revert: 'fd',
} as const;

const byte = (hex: string): string => `60${hex}`;
const transferEvent = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const receiver = [byte('04'), op.dataLoad];

/** `balanceOf(address)`: the word at the slot of the address. */
const balanceOf = [op.here, ...receiver, op.read, op.zero, op.store, byte('20'), op.zero, op.return];

/** `decimals()` */
const decimals = [op.here, byte('06'), op.zero, op.store, byte('20'), op.zero, op.return];

/** `transfer(address,uint256)`: reverts without the balance, moves it, and logs `Transfer`. */
const transfer = (failure: string): string[] => [
  op.here,
  op.pop,
  byte('24'),
  op.dataLoad,
  op.caller,
  op.read,
  op.copy2,
  op.copy2,
  op.lt,
  byte(failure),
  op.jumpIf,
  op.copy2,
  op.swap1,
  op.sub,
  op.caller,
  op.write,
  op.copy1,
  ...receiver,
  op.read,
  op.add,
  ...receiver,
  op.write,
  op.zero,
  op.store,
  ...receiver,
  op.caller,
  `7f${transferEvent}`,
  byte('20'),
  op.zero,
  op.log3,
  byte('01'),
  op.zero,
  op.store,
  byte('20'),
  op.zero,
  op.return,
];
const failure = [op.here, op.zero, op.zero, op.revert];

const choose = (transferAt: string, balanceAt: string, decimalsAt: string): string[] => [
  op.zero,
  op.dataLoad,
  byte('e0'),
  op.shr,
  op.copy1,
  '63a9059cbb',
  op.eq,
  byte(transferAt),
  op.jumpIf,
  op.copy1,
  '6370a08231',
  op.eq,
  byte(balanceAt),
  op.jumpIf,
  '63313ce567',
  op.eq,
  byte(decimalsAt),
  op.jumpIf,
  op.zero,
  op.zero,
  op.revert,
];

const lengthOf = (code: readonly string[]): number => code.join('').length / 2;
const place = (at: number): string => at.toString(16).padStart(2, '0');

const balanceAt = lengthOf(choose('00', '00', '00'));
const decimalsAt = balanceAt + lengthOf(balanceOf);
const transferAt = decimalsAt + lengthOf(decimals);
const failureAt = transferAt + lengthOf(transfer('00'));
const runtime = [
  ...choose(place(transferAt), place(balanceAt), place(decimalsAt)),
  ...balanceOf,
  ...decimals,
  ...transfer(place(failureAt)),
  ...failure,
];

/** Gives the creator 10²⁴ units and returns the code above. */
const start = (length: string, at: string): string[] => [
  '69d3c21bcecceda1000000',
  op.caller,
  op.write,
  byte(length),
  byte(at),
  op.zero,
  op.codeCopy,
  byte(length),
  op.zero,
  op.return,
];
const startLength = lengthOf(start('00', '00'));

/**
 * The creation code of the smallest token that transfers as ERC-20 does: `transfer`, `balanceOf`, `decimals` (6)
 * and the event, with the balance of an address in the slot of its number.
 */
export const tokenCode: Hex = `0x${[...start(place(lengthOf(runtime)), place(startLength)), ...runtime].join('')}`;
