import type { ReactNode } from 'react';
import { ErrorState, SkeletonRows, StaleNote } from '../../ui/states.tsx';
import type { Read } from '../wire/use-read.ts';
import { useTexts } from '../texts/texts.ts';
import { useRefusal } from './use-refusal.ts';

interface ReadStatesProps<Data> {
  readonly read: Read<Data>;
  readonly children: (data: Data) => ReactNode;
}

/** The states of a screen that shows one read: loading, failed, and its data, which may be stale. */
export function ReadStates<Data>({ read, children }: ReadStatesProps<Data>) {
  const t = useTexts();
  const refusalOf = useRefusal();
  const { data, error, failed, retry } = read;
  if (data !== undefined) {
    return (
      <>
        {failed && <StaleNote />}
        {children(data)}
      </>
    );
  }
  if (!failed) return <SkeletonRows count={8} />;
  return <ErrorState text={refusalOf(error) ?? t('frame.loadFailed')} onRetry={retry} />;
}
