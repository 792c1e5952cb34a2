import { describe, expect, test } from 'vitest';
import { databaseProblem, listenProblem, StartProblem } from './start-problem.ts';

const failure = (code: string) => Object.assign(new Error('raw'), { code });

describe('failures to start are explained in one sentence', () => {
  test.each([
    ['EADDRINUSE', 'Port 80 of 127.0.0.1 is taken'],
    ['EACCES', 'This user may not listen on port 80'],
    ['EADDRNOTAVAIL', 'HOST=127.0.0.1 is not an address of this machine'],
    ['EOTHER', '(EOTHER)'],
  ])('listening: %s', (code, sentence) => {
    const problem = listenProblem(failure(code), { host: '127.0.0.1', port: 80 });
    expect(problem).toBeInstanceOf(StartProblem);
    expect(problem.message).toContain(sentence);
  });

  const url = 'postgresql://ann:hidden@db.example:5433/market';

  test.each([
    ['ECONNREFUSED', 'No PostgreSQL answers at db.example, port 5433'],
    ['ENOTFOUND', 'db.example'],
    ['ETIMEDOUT', 'cannot be reached'],
    ['3D000', 'no database "market"'],
    ['28P01', 'the user "ann"'],
    ['28000', 'the user "ann"'],
  ])('the database: %s', (code, sentence) => {
    const config = { database: { kind: 'server', url } } as const;
    const problem = databaseProblem(new AggregateError([failure(code)]), config);
    expect(problem).toBeInstanceOf(StartProblem);
    expect(String(problem)).toContain(sentence);
    expect(String(problem)).not.toContain('hidden');
  });

  test('other errors are returned unchanged', () => {
    const fault = failure('ENOENT');
    expect(databaseProblem(fault, { database: { kind: 'server', url } })).toBe(fault);
    const refused = failure('ECONNREFUSED');
    expect(databaseProblem(refused, { database: { kind: 'bundled' } })).toBe(refused);
  });
});
