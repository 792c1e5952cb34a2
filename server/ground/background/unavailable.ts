/** Something outside, or the exchange itself, does not answer at present; a later attempt may succeed. */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable';
}
