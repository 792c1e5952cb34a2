import { sendEmail, sendSms, type CodePurpose } from '@bourse/contract/notify';
import { useEffect, useReducer, useState } from 'react';
import { useLive } from '../../live/context.tsx';
import { CallFailure } from '../../live/failure.ts';
import { afterStep, beginning, secondsLeft, untilNextSecond, type ResendLock } from './code-sending.ts';
import { accountKey, accountOf, type AccountDraft } from './form-rules.ts';

export interface CodeSender {
  readonly sending: boolean;
  /** Seconds until another code can be sent; 0 when one can be sent now. */
  readonly secondsLeft: number;
  /** Sends a code to the account. Resolves with the server's message and rejects with its refusal. */
  readonly send: (password: string | undefined, terms?: CodeTerms) => Promise<string>;
}

/** The terms of a withdrawal that a code can be bound to. */
interface WithdrawalTerms {
  readonly currency_protocol_id: number;
  readonly number: string;
  readonly address: string;
  readonly memo?: string;
}

/** The coins to another user that a code can be bound to. */
interface CoinTerms {
  readonly to_uid: number;
  readonly currency_id: number;
  readonly number: string;
}

/** The payment that a code is bound to. */
export type CodeTerms = WithdrawalTerms | CoinTerms;

/** Sends codes to the account of a form, one at a time, with the required interval between them. */
export function useCodeSender(purpose: CodePurpose, account: AccountDraft): CodeSender {
  const { call, device } = useLive();
  const target = accountKey(account);
  const [known, step] = useReducer(afterStep, target, beginning);
  useEffect(() => step({ kind: 'target', target }), [target]);
  const state = known.target === target ? known : beginning(target);
  const left = useSecondsLeft(state.lock);

  const send = async (password: string | undefined, terms?: CodeTerms): Promise<string> => {
    const proof = password === undefined ? {} : { password };
    const input = { to: accountOf(account), type: purpose, device_id: device.id(), ...proof, ...terms };
    step({ kind: 'target', target });
    step({ kind: 'begin' });
    try {
      const answer =
        account.kind === 'email'
          ? await call(sendEmail, input)
          : await call(sendSms, { ...input, ...(account.area === null ? {} : { area_id: account.area }) });
      step({ kind: 'lock', target, seconds: answer.data.resend_after, nowMs: Date.now() });
      return answer.message;
    } catch (error) {
      const seconds = waitOf(error);
      step(seconds === null ? { kind: 'fail', target } : { kind: 'lock', target, seconds, nowMs: Date.now() });
      throw error;
    }
  };
  return { sending: state.sending, secondsLeft: left, send };
}

/**
 * The seconds until the server accepts another request, when it refused this one for coming too soon; null otherwise.
 */
function waitOf(error: unknown): number | null {
  if (!(error instanceof CallFailure) || error.outcome.kind !== 'refused') return null;
  const { error: key, details } = error.outcome;
  const seconds = Number(key === 'code_sent_already' ? details['seconds'] : Number.NaN);
  const minutes = Number(key === 'long_code_sent' ? details['minutes'] : Number.NaN);
  const wait = Number.isInteger(minutes) ? minutes * 60 : seconds;
  return Number.isInteger(wait) && wait > 0 ? wait : null;
}

function useSecondsLeft(lock: ResendLock | null): number {
  const [nowMs, setNowMs] = useState(Date.now);
  useEffect(() => {
    if (lock === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = (): void => {
      const now = Date.now();
      if (secondsLeft(lock, now) > 0) timer = setTimeout(tick, Math.min(untilNextSecond(lock, now), 1_000));
    };
    const tick = (): void => {
      setNowMs(Date.now());
      wait();
    };
    wait();
    return () => clearTimeout(timer);
  }, [lock]);
  return secondsLeft(lock, nowMs);
}
