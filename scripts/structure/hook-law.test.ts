import { describe, expect, test } from 'vitest';
import { hookViolations } from './hook-law.ts';
import { parseSource } from './source.ts';

const page = (files: Readonly<Record<string, string>>): string[] =>
  hookViolations(Object.entries(files).map(([path, text]) => parseSource(`web/${path}`, text)));

describe('the law of dependencies', () => {
  test.each([
    ['a function', `return (value) => figures.trimmed(value);`],
    ['an object', `return { show: figures.trimmed };`],
    ['an array', `return rows.filter((row) => row.open);`],
    ['a result of the query library', `return useMutation({});`],
    ['one of two', `return figures === null ? null : [figures];`],
    ['a named value', `const made = { figures }; return made;`],
  ])('refuses %s that a hook of another file creates at each call', (_, body) => {
    const found = page({
      'ui/use-it.ts': `export function useIt() { const figures = useFigures(); ${body} }`,
      'ui/index.ts': `export { useIt } from './use-it.ts';`,
      'app/a.ts': `import { useIt as useOther } from '../ui/index.ts';
        function useA() { const it = useOther(); useEffect(() => it, [it]); }`,
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^web\/app\/a\.ts:2 dependency it is new at every render: web\/ui\/use-it\.ts:1/);
  });

  test.each([
    ['an argument', `function useA() { useFollowed(1, () => 0); }`],
    ['an argument that is passed on', `function useA() { usePassed(() => 0); }`],
    ['a property of an argument', `function useA() { useParts({ onDone: () => 0 }); }`],
    ['a property of an element', `function A() { return <Part onDone={() => 0} />; }`],
    ['a subscription', `function useA() { return useSyncExternalStore((done) => store.subscribe(done)); }`],
    ['a part of a returned object', `function useA() { const { act } = useMade(); useEffect(() => act(), [act]); }`],
    ['a member of a returned object', `function useA() { const m = useMade(); useEffect(() => m.act(), [m.act]); }`],
    ['a part of a returned pair', `function useA() { const [, set] = usePair(); useEffect(() => set(), [set]); }`],
  ])('refuses %s', (_, text) => {
    const known = `
      function useFollowed(n, onDone) { useEffect(() => onDone(n), [n, onDone]); }
      function usePassed(onDone) { useFollowed(2, onDone); }
      function useParts({ onDone }) { useEffect(() => onDone(), [onDone]); }
      function Part(props) { const { onDone } = props; useEffect(() => onDone(), [onDone]); return null; }
      function useMade() { return { act: () => 0, kept: useCallback(() => 0, []) }; }
      function usePair() { return [1, () => 0] as const; }`;
    expect(page({ 'app/a.tsx': text + known })).toHaveLength(1);
  });

  test.each([
    ['memos', `const it = useMemo(() => ({ a: 1 }), []); useEffect(() => it, [it]);`],
    ['state', `const [it] = useState(() => []); useEffect(() => it, [it]);`],
    ['parts that stay the same', `const { kept } = useMade(); useEffect(() => kept(), [kept]);`],
    ['properties of a mutation', `const { mutate } = useMutation({}); useEffect(() => mutate(), [mutate]);`],
    ['values of the module', `useEffect(() => one, [one]);`],
    ['events of an effect', `const done = useEffectEvent(() => 0); useEffect(() => done(), []);`],
    ['arguments that are no dependencies', `useFree(() => 0);`],
  ])('accepts %s', (_, body) => {
    const known = `
      const one = { a: 1 };
      function useFree(onDone) { const done = useEffectEvent(onDone); useEffect(() => done(), []); }
      function useMade() { return { act: () => 0, kept: useCallback(() => 0, []) }; }`;
    expect(page({ 'app/a.ts': `function useA() { ${body} } ${known}` })).toEqual([]);
  });
});
