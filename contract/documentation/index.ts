import type { TSchema } from 'typebox';
import type { Call } from '../call.ts';
import type { ErrorKey } from '../errors.ts';
import { en } from '../messages/en.ts';
import type { SocketCall } from '../socket/orders.ts';
import { contentCalls, contentDescriptions } from './content.ts';
import { Examples } from './examples.ts';
import type { Description, Noted, Notes } from './field.ts';
import { identityCalls, identityDescriptions } from './identity.ts';
import { indexCalls, indexDescriptions } from './index-price.ts';
import { invitationCalls, invitationDescriptions } from './invitations.ts';
import { marketCalls, marketDescriptions } from './markets.ts';
import { notifyCalls, notifyDescriptions } from './notify.ts';
import { operatorCalls, operatorDescriptions } from './operator.ts';
import { generalRefusals } from './refusals.ts';
import { sessionCalls, sessionDescriptions } from './sessions.ts';
import { socketDescriptions } from './socket.ts';
import { historyCalls, historyDescriptions } from './spot-history.ts';
import { spotCalls, spotDescriptions, spotSocketCalls } from './spot.ts';
import { walletCalls, walletDescriptions } from './wallet.ts';

export type { Description } from './field.ts';
export { unknownFields } from './unknown-fields.ts';
export { channelNotes, socketErrorTexts } from './socket.ts';
export { type Carrier, generalRefusals, refusalsOfNoCall, reservedRefusals } from './refusals.ts';

/** Everything that is said of the fields of the wire. */
export const descriptions: readonly Description[] = [
  ...marketDescriptions,
  ...indexDescriptions,
  ...spotDescriptions,
  ...historyDescriptions,
  ...walletDescriptions,
  ...identityDescriptions,
  ...sessionDescriptions,
  ...invitationDescriptions,
  ...notifyDescriptions,
  ...contentDescriptions,
  ...operatorDescriptions,
  ...socketDescriptions,
];

export const examples = new Examples(descriptions);

/** A call with all that there is to say of it. */
export interface Documented<C extends Call | SocketCall> {
  readonly call: C;
  readonly says: string;
  /** What every call of its kind may be refused for, and what this one may be besides. */
  readonly general: readonly ErrorKey[];
  readonly refusals: readonly ErrorKey[];
  /** What it says when it succeeds, in English. */
  readonly message: string;
  readonly input: unknown;
  readonly output: unknown;
}

/** The calls over HTTP by what they are about, in the order in which they are shown. */
export const documentedCalls: readonly { readonly title: string; readonly calls: readonly Documented<Call>[] }[] = [
  group('Markets', marketCalls),
  group('Index prices', indexCalls),
  group('Orders', spotCalls),
  group('History', historyCalls),
  group('Balances', walletCalls),
  group('Accounts', [...identityCalls, ...notifyCalls]),
  group('Sessions', sessionCalls),
  group('Invitations', invitationCalls),
  group('What the venue publishes', contentCalls),
  group('Operators', operatorCalls),
];

/** The calls over the socket. */
export const documentedSocketCalls: readonly Documented<SocketCall>[] = spotSocketCalls.map((call) =>
  documented<SocketCall>(call),
);

function group(title: string, calls: readonly Noted<Call>[]) {
  return { title, calls: calls.map((call) => documented(call)) };
}

function documented<C extends Call | SocketCall>({ call, notes }: Noted<C>): Documented<C> {
  const { message, says = '', refusals } = notes;
  const general = generalRefusals(call, 'method' in call ? call.method : 'socket');
  const [input, output] = examplesOf(call, notes);
  return {
    call,
    says,
    general,
    refusals: refusals.filter((key) => !general.includes(key)),
    message: message === undefined ? '' : en.success[message],
    input,
    output,
  };
}

function examplesOf(call: { readonly input: TSchema; readonly output: TSchema }, { input, output }: Notes) {
  return [input ?? examples.of(call.input), output ?? examples.of(call.output)] as const;
}
