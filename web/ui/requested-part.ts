import i18next from 'i18next';
import { createElement, use, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { toast } from './toasts.ts';

/**
 * A component, such as a dialog, that is loaded when the user asks for it. When its script does not arrive, for example
 * because the server is restarting, it says so in a toast and renders nothing, instead of failing the page. Rendering
 * it again later loads it again; `close` withdraws the request, so that the user can repeat it.
 */
export function requestedPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  close?: (props: Props) => void,
) {
  let latest: Promise<ComponentType<Props> | null> | null = null;
  return function RequestedPart(props: Props): ReactNode {
    const [attempt] = useState(() => (latest ??= load().catch(reportMissing)));
    const part = use(attempt);
    useEffect(() => {
      if (part !== null) return;
      // Forgotten only here: a suspended component that is rendered again must find the attempt it waits for.
      if (latest === attempt) latest = null;
      close?.(props);
    }, [part, attempt, props]);
    return part === null ? null : createElement(part, props);
  };
}

function reportMissing(): null {
  toast(i18next.t('common.loadFailed'));
  return null;
}
