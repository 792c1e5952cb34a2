import type { ConsoleCall, ConsoleInput } from '@bourse/contract/console';

/**
 * Joins the parts of a call's input: the type system cannot follow that the fields of a form, paging and the reason are
 * together the declared input. The server validates the input and names the field that it refuses.
 */
export function isInputOf<C extends Pick<ConsoleCall, 'input'>>(_call: C, input: object): input is ConsoleInput<C> {
  return !Array.isArray(input);
}
