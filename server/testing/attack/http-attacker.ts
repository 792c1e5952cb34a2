import { type Call, code } from '@bourse/contract';
import { login } from '@bourse/contract/identity';
import { recordAcknowledged } from './acknowledged.ts';
import { ask } from './audit.ts';
import { judge, type Outcome } from './judge.ts';
import { attackersPassword } from './knowledge.ts';
import { Line, type WireAnswer } from './line.ts';
import type { AttackingPerson } from './persons.ts';
import { drawShot, type Sender, type Shot } from './shots.ts';
import { shown, type Tally } from './tally.ts';

/** Calls that end sessions on success. They are made by the expendable user. */
const endingSessions = new Set([
  'user/logout',
  'user/revoke_session',
  'user/revoke_other_sessions',
  'user/amend_password',
  'user/forget_device',
  'user/freeze',
]);

/** Calls that hash a password or send a message, and are therefore expensive. */
const expensive = new Set([
  'user/register',
  'user/login',
  'user/forget_password',
  'notify/send_email',
  ...endingSessions,
]);

export interface HttpAttack {
  readonly url: string;
  readonly calls: readonly Call[];
  readonly sender: Sender;
  /** The user whose sessions may end. */
  readonly expendable: AttackingPerson;
  readonly name: string;
  readonly tally: Tally;
}

/** An attacker with its own connection, which sends requests one after the other and checks every answer. */
export class HttpAttacker {
  readonly #attack: HttpAttack;
  readonly #line: Line;
  readonly #weights: readonly (readonly [number, Call])[];

  constructor(attack: HttpAttack) {
    this.#attack = attack;
    this.#line = new Line(Number(new URL(attack.url).port));
    this.#weights = attack.calls.map((call) => [expensive.has(call.path) ? 0.3 : 1, call]);
  }

  async send(requests: number): Promise<void> {
    const { tally } = this.#attack;
    for (let n = 0; n < requests && !tally.isHopeless; n += 1) await this.#sendOne();
    this.#line.hangUp();
  }

  async #sendOne(): Promise<void> {
    const { sender, expendable, tally } = this.#attack;
    const call = sender.chance.weighted(this.#weights);
    const person = sender.person !== null && endingSessions.has(call.path) ? expendable : sender.person;
    const shot = drawShot(call, { ...sender, person });
    if (!shot.finished) {
      await this.#line.breakOff(shot.bytes);
      tally.note(shot.what, call.path, 'truncated');
      return;
    }
    let answer: WireAnswer | null;
    const beganMs = performance.now();
    try {
      answer = await this.#line.ask(shot.bytes, shot.method);
      tally.noteTime(performance.now() - beganMs, shown(shot.bytes).slice(0, 300));
    } catch (error) {
      this.#line.hangUp();
      this.#complain(shot, null, [error instanceof Error ? error.message : String(error)]);
      return;
    }
    // The server may have parsed the remaining bytes as another request.
    if (shot.what === 'broken HTTP' || shot.what === 'method' || shot.what === 'body') this.#line.hangUp();
    if (answer === null) {
      tally.note(shot.what, call.path, 'hung up');
      if (!mayHangUp(shot)) this.#complain(shot, null, ['the server hung up without an answer']);
      return;
    }
    const { complaints, outcome } = judge(shot, answer);
    tally.note(shot.what, call.path, nameOf(outcome, answer));
    this.#complain(shot, answer, [...complaints, ...(await this.#consequences(shot, outcome, person))]);
  }

  /** Updates the attacker's state after an answer, and returns complaints. */
  async #consequences(shot: Shot, outcome: Outcome | null, person: AttackingPerson | null): Promise<readonly string[]> {
    const { expendable, tally } = this.#attack;
    if (outcome === null) return [];
    if (outcome.code === code.success) {
      if (shot.call.path === 'user/register') tally.newcomers += 1;
      return person === null ? [] : recordAcknowledged(shot.call, shot.input, outcome.data, person);
    }
    if (outcome.code !== code.sessionEnded || !shot.recognised || person === null) return [];
    if (person !== expendable) return ['a session ended that its user did not end'];
    await this.#logInAgain(person);
    return [];
  }

  /** Logins of a network with many failures may be refused; the remaining requests are then sent without a session. */
  async #logInAgain(person: AttackingPerson): Promise<void> {
    const { account, device: device_id } = person;
    const again = { account, password: attackersPassword, device_id };
    const session = await ask(this.#attack.url, login, again, null).catch(() => null);
    if (session !== null) person.token = session.token;
  }

  #complain(shot: Shot, answer: WireAnswer | null, sentences: readonly string[]): void {
    if (sentences.length === 0) return;
    const { name, tally } = this.#attack;
    const heads = answer === null ? '' : [...answer.headers].map((pair) => pair.join(': ')).join('\n');
    const answered = answer === null ? 'nothing' : shown(`${answer.status}\n${heads}\n\n${answer.body}`);
    tally.fail({ sentences, who: `${name}, ${shot.what}, ${shot.call.path}`, sent: shown(shot.bytes), answered });
  }
}

function nameOf(outcome: Outcome | null, { status }: WireAnswer): string {
  if (outcome === null) return `status ${status}`;
  return outcome.code === code.success ? 'success' : outcome.error;
}

/** The server may close the connection after oversized or malformed requests. */
function mayHangUp({ what, bytes }: Shot): boolean {
  return what === 'broken HTTP' || what === 'method' || bytes.length > 60_000;
}
