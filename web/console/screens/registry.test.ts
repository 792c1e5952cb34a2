import { describe, expect, it } from 'vitest';
import { englishTexts } from '../texts/en/index.ts';
import { entryScreens, screenGroups, screens } from './registry.ts';

const programs = import.meta.glob<string>('./*/*-screen.tsx', { query: '?raw', import: 'default', eager: true });

describe('the registry of screens', () => {
  it('gives each screen a path of its own and a group', () => {
    const paths = [...entryScreens, ...screens].map(({ path }) => path);
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) expect(path).toMatch(/^\/[a-z-]+$/);
    for (const { group } of screens) expect(screenGroups).toContain(group);
  });

  it('names titles that exist', () => {
    for (const { title } of screens) expect(englishTexts).toHaveProperty([title]);
  });

  it('lists every screen module, each of which exports one component', () => {
    const loaders = [...entryScreens, ...screens].map(({ load }) => String(load));
    for (const [path, program] of Object.entries(programs)) {
      expect(program.match(/^export /gm), path).toHaveLength(1);
      expect(
        loaders.filter((load) => load.includes(path.slice(2))),
        path,
      ).toHaveLength(1);
    }
  });
});
