import { generateSync } from 'otplib';
import { type Person, type Reply, type RunningVenue, testPassword } from '../../../../testing/running-venue.ts';
import type { SoftAuthenticator } from './soft-authenticator.ts';

/** The clock of a test. */
export interface TestClock {
  ms: number;
}

/** A user of a running exchange with the means to prove a second factor. */
export class FactorPerson {
  readonly person: Person;
  readonly #venue: RunningVenue;
  readonly #clock: TestClock;
  secret = '';

  constructor(venue: RunningVenue, person: Person, clock: TestClock) {
    this.#venue = venue;
    this.person = person;
    this.#clock = clock;
  }

  on(venue: RunningVenue): FactorPerson {
    const moved = new FactorPerson(venue, this.person.on(venue), this.#clock);
    moved.secret = this.secret;
    return moved;
  }

  /** A verification code of purpose 3. */
  async authCode(): Promise<string> {
    this.#clock.ms += 700_000;
    const sent = await this.person.post('notify/send_email', { type: 3 });
    if (sent.body.code !== 1) throw new Error(sent.body.message);
    const [newest] = await this.#venue.outbox(this.person.account);
    return newest?.code ?? '';
  }

  /** The one-time password of the next time step, which no earlier call has used. */
  nextCode(): string {
    this.#clock.ms += 30_000;
    return this.currentCode();
  }

  currentCode(): string {
    return generateSync({ secret: this.secret, epoch: Math.floor(this.#clock.ms / 1_000) });
  }

  /** Turns the authenticator app on and returns the recovery codes. */
  async turnOnTotp(more: object = {}): Promise<string[]> {
    const auth_code = await this.authCode();
    const begun = await this.person.post<{ secret: string }>('user/totp_begin', {});
    this.secret = begun.body.data.secret;
    const input = { totp_code: this.currentCode(), password: testPassword, auth_code, ...more };
    const turned = await this.person.post<{ recovery_codes: string[] }>('user/totp_on', input);
    if (turned.body.code !== 1) throw new Error(turned.body.message);
    return turned.body.data.recovery_codes;
  }

  async options(use: 'proof' | 'add'): Promise<string> {
    const answer = await this.person.post<{ options: string }>('user/passkey_options', { use });
    if (answer.body.code !== 1) throw new Error(answer.body.message);
    return answer.body.data.options;
  }

  async addPasskey(authenticator: SoftAuthenticator, more: object = {}): Promise<{ id: number; codes: string[] }> {
    const auth_code = await this.authCode();
    const response = authenticator.create(await this.options('add'));
    const input = { response, name: 'Laptop', auth_code, ...more };
    const added = await this.person.post<{ id: number; recovery_codes: string[] }>('user/passkey_add', input);
    if (added.body.code !== 1) throw new Error(added.body.message);
    return { id: added.body.data.id, codes: added.body.data.recovery_codes };
  }

  logIn(more: object = {}): Promise<Reply<{ token: string } | null>> {
    return this.#venue.post('user/login', { account: this.person.account, password: testPassword, ...more });
  }
}
