import { isId, refuse } from '../../simulation/naive-rules.ts';
import type { ConfigureSeconds, ConfigureSecondsCurrency } from '../commands.ts';

const limit = 2 ** 53;

/** Refuses settings with an invalid field. */
export function checkSecondsSettings({ options, feePpm }: Pick<ConfigureSeconds, 'options' | 'feePpm'>): void {
  let areValid = options.length > 0 && options.length < 21;
  let last = 9;
  for (const { seconds, ratioPpm } of options) {
    areValid &&= isId(seconds, 3601) && seconds > last && isId(ratioPpm, 1_000_001);
    last = seconds;
  }
  refuse(!areValid, { reason: 'setting_invalid', field: 'options' });
  refuse(feePpm !== 0 && !isId(feePpm, 1_000_001), { reason: 'setting_invalid', field: 'feePpm' });
}

/** Refuses terms of a currency with an invalid field. */
export function checkSecondsCurrency({
  numbers,
  userCap,
  sideCap,
}: Pick<ConfigureSecondsCurrency, 'numbers' | 'userCap' | 'sideCap'>): void {
  const most = Number((2n ** 53n - 1n) / 2n);
  let areValid = numbers.length > 0 && numbers.length < 21;
  let last = 0;
  for (const number of numbers) {
    areValid &&= isId(number, most + 1) && number > last;
    last = number;
  }
  refuse(!areValid, { reason: 'setting_invalid', field: 'numbers' });
  refuse(userCap !== 0 && !isId(userCap, limit), { reason: 'setting_invalid', field: 'userCap' });
  refuse(sideCap !== 0 && !isId(sideCap, limit), { reason: 'setting_invalid', field: 'sideCap' });
}
