/**
 * What the server's process tells Node. Nearly everything that a request makes is garbage when it is answered: in a larger nursery it has died before the collector comes by, and
 * less of it has to be carried over.
 */
export const serverFlags: readonly string[] = ['--max-semi-space-size=64'];
