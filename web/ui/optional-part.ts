import { lazy, type ComponentType } from 'react';

/**
 * A component that is loaded on demand and that its page works without. When its script does not arrive, for example
 * because the server is restarting, it renders nothing until the page is loaded again, instead of failing the page.
 */
export function optionalPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => Nothing) }));
}

function Nothing(): null {
  return null;
}
