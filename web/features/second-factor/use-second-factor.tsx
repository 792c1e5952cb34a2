import type { Call, CallInput, CallOutput } from '@bourse/contract';
import { Suspense, useState, type ReactNode } from 'react';
import type { Answer } from '../../live/caller.ts';
import { useLive } from '../../live/context.tsx';
import { requestedPart } from '../../ui/requested-part.ts';
import { methodsRequired } from './factor-methods.ts';
import type { ProofDialogProps } from './proof-dialog.tsx';

const ProofDialog = requestedPart(
  async () => (await import('./proof-dialog.tsx')).ProofDialog,
  ({ onClose }) => onClose(),
);

export interface FactorOptions {
  /** Only a passkey is accepted, because the call takes no code. */
  readonly passkeyOnly?: boolean;
  /** Attempts with the same key are carried out once. */
  readonly idempotencyKey?: string;
}

export interface SecondFactorProof {
  /**
   * Makes a call that takes `secondFactorFields`. If it requires the second factor of the account, a dialog asks for it
   * and the call is repeated; rejects with the first refusal if the user closes the dialog.
   */
  readonly withFactor: <C extends Call>(
    call: C,
    input: CallInput<C>,
    options?: FactorOptions,
  ) => Promise<Answer<CallOutput<C>>>;
  /** The dialog, which the component renders. */
  readonly factorDialog: ReactNode;
}

/** Calls that require a second factor. */
export function useSecondFactor(): SecondFactorProof {
  const { call } = useLive();
  const [asked, setAsked] = useState<ProofDialogProps | null>(null);
  const withFactor: SecondFactorProof['withFactor'] = async (
    wanted,
    input,
    { passkeyOnly = false, ...options } = {},
  ) => {
    try {
      return await call(wanted, input, options);
    } catch (error) {
      const methods = methodsRequired(error);
      if (methods === null) throw error;
      const { promise, reject, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof call<typeof wanted>>>>();
      const refuse = (reason: unknown): void => {
        setAsked(null);
        reject(reason instanceof Error ? reason : new Error('The second factor could not be proven.'));
      };
      setAsked({
        methods,
        passkeyOnly,
        prove: async (factor) => {
          const answer = await call(wanted, Object.assign({}, input, factor), options);
          setAsked(null);
          resolve(answer);
        },
        onFailure: refuse,
        onClose: () => refuse(error),
      });
      return promise;
    }
  };
  const factorDialog =
    asked === null ? null : (
      <Suspense fallback={null}>
        <ProofDialog {...asked} />
      </Suspense>
    );
  return { withFactor, factorDialog };
}
