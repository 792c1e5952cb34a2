import { describe, expect, it } from 'vitest';
import { builtPages, frames } from './pages.ts';

const programs = import.meta.glob<string>(['../features/*/*-page.tsx', '../features/*/*-frame.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Modules that may be pages. Those of the shell are part of every route. */
const modules = Object.keys(programs)
  .map((path) => path.replace('../', ''))
  .filter((module) => !module.startsWith('features/shell/'));

describe('the table of pages', () => {
  it('lists exactly the page and frame modules of the features', () => {
    const named = new Set([...frames, ...builtPages].map(({ module }) => module));
    expect([...named].toSorted()).toEqual(modules.toSorted());
  });

  it.each(modules)('finds exactly one export in %s', (module) => {
    const exported = programs[`../${module}`]?.match(/^export /gm);
    expect(exported).toHaveLength(1);
  });
});
