import { expect, test } from 'vitest';
import { findCodeMutants } from './code-mutants.ts';
import { instrument, SWITCH } from './instrument.ts';

function changesOf(source: string): string[] {
  return findCodeMutants('x.ts', source).map(({ change }) => change);
}

test.each([
  ['x = a < b;', ['< → <=']],
  ['x = a === b;', ['=== → !==']],
  ['x = a && b;', ['&& → ||']],
  ['x = a ?? b;', ['a ?? b → a', 'a ?? b → b']],
  ['x = !a;', ['!a → a']],
  ['x = a?.b?.(c);', ['?. → .', '?. → removed']],
  ['x = a + b;', ['+ → -']],
  ['x += 1;', ['+= → -=', '1 → 1 + 1', '1 → 1 - 1']],
  ['x++;', ['x++ → x--']],
  ['x = 5n;', ['5n → 5n + 1n', '5n → 5n - 1n']],
  ['x = true;', ['true → false']],
  ['if (a === b) throw new E();', ['a === b → false', 'a === b → true']],
  ['await save(x);', ['await save(x) → undefined']],
  ['function f() { return x; }', ['x → undefined']],
  ["x = 'a' + b;", []],
  ["import { a } from 'SELECT';", []],
  ['type A = 1 | true;', []],
  ['x = y as { a: 1 };', []],
  ['for (let i = n; i < m; i++) f;', ['< → <=']],
  ['class A extends B { constructor() { super(); } }', []],
])('%s', (source, changes) => {
  expect(changesOf(source)).toEqual(changes);
});

/** A hole as it is written in a template. */
const HOLE = '$' + '{one}';

test('mutants of SQL in template strings keep the interpolated expressions', () => {
  const source = `x = \`SELECT a FROM b WHERE ${HOLE} AND c = $1 AND school_id = $2 FOR UPDATE\`;`;
  const mutants = findCodeMutants('x.ts', source);
  expect(mutants.map(({ replacement }) => replacement)).toEqual([
    `\`SELECT a FROM b WHERE ((${HOLE}) OR true) AND c = $1 AND school_id = $2 FOR UPDATE\``,
    `\`SELECT a FROM b WHERE ${HOLE} AND ((c = $1) OR true) AND school_id = $2 FOR UPDATE\``,
    `\`SELECT a FROM b WHERE ${HOLE} AND c = $1 AND school_id = $2 \``,
  ]);
});

test('instrument puts all mutants into one source, each behind its number, and keeps the lines', () => {
  const source = 'const f = (a: number, b: number) =>\n  a < b && b !== 3;\nf;';
  const mutants = findCodeMutants('x.ts', source).map((mutant, at) => ({ number: at + 1, mutant }));
  const made = instrument(source, mutants);
  expect(made.split('\n').length).toBe(3);
  const run = (chosen: number, a: number, b: number): boolean => {
    const code = made.replaceAll(': number', '').replace(/f;$/, 'return f;');
    const globals = { [SWITCH]: (number: number) => number === chosen };
    const f = new Function('globalThis', code)(globals) as (a: number, b: number) => boolean;
    return f(a, b);
  };
  const numberOf = (change: string) => mutants.find(({ mutant }) => mutant.change === change)?.number ?? 0;
  expect([run(0, 2, 2), run(numberOf('< → <='), 2, 2)]).toEqual([false, true]);
  expect([run(0, 1, 3), run(numberOf('&& → ||'), 1, 3), run(numberOf('3 → 3 + 1'), 1, 3)]).toEqual([false, true, true]);
});

test('two identical changes in one line are two mutants', () => {
  const mutants = findCodeMutants('x.ts', 'x = a < b || c < d;');
  expect(new Set(mutants.filter(({ change }) => change === '< → <=').map(({ start }) => start)).size).toBe(2);
});
