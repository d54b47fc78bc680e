import { expect, test } from 'vitest';
import { findSqlEdits, looksLikeSql } from './sql-mutants.ts';

function changesOf(sql: string): string[] {
  return findSqlEdits(sql).map(({ start, end, text }) => `${sql.slice(start, end)} → ${text}`);
}

test.each([
  ['SELECT 1 FROM t WHERE a = $1', ['a = $1 → ((a = $1) OR true)']],
  ['SELECT 1 + a', ['1 → (1 + 1)', '+ → -']],
  ['WHERE school_id = $1 AND t.school_id = s.school_id', []],
  ['WHERE a = $1 OR b', ['a = $1 → ((a = $1) AND false)', 'b → ((b) AND false)']],
  ['WHERE a BETWEEN 1 AND 2', ['a BETWEEN 1 AND 2 → ((a BETWEEN 1 AND 2) OR true)', '1 → (1 + 1)', '2 → (2 + 1)']],
  ['SELECT a AND b >= c AS d FROM e', ['b >= c → ((b >= c) OR true)', '>= → >']],
  ['WHERE a < $1', ['a < $1 → ((a < $1) OR true)', '< → <=']],
  ['WHERE at > now() - $1', ['at > now() - $1 → ((at > now() - $1) OR true)', '- → +']],
  [
    'WHERE a IS DISTINCT FROM b ORDER BY c DESC',
    ['a IS DISTINCT FROM b → ((a IS DISTINCT FROM b) OR true)', 'DESC → ASC'],
  ],
  ['UPDATE t SET a = b, c = d WHERE e', ['e → ((e) OR true)']],
  ['SELECT a FROM t FOR UPDATE OF t SKIP LOCKED', ['FOR UPDATE OF t SKIP LOCKED → ']],
  ['INSERT INTO t VALUES ($1) ON CONFLICT DO NOTHING', ['ON CONFLICT DO NOTHING → ']],
  ['ON CONFLICT (a) WHERE b IS NULL DO UPDATE SET c = 2 WHERE d', ['d → ((d) OR true)', '2 → (2 + 1)']],
  ['SELECT * FROM a LEFT JOIN b ON a.x = b.y', ['a.x = b.y → ((a.x = b.y) OR true)', 'LEFT → ']],
  ['SELECT count(*), a * b, -a', ['* → /']],
  ['SELECT CASE WHEN a = b AND c THEN 1 END', ['a = b → ((a = b) OR true)', 'c → ((c) OR true)', '1 → (1 + 1)']],
  ["SELECT 'WHERE a = 1' -- AND b", []],
  ['SELECT a FROM t LIMIT 1', []],
])('%s', (sql, changes) => {
  expect(changesOf(sql)).toEqual(changes);
});

test('PL/pgSQL mutants negate conditions and remove calls and assignments', () => {
  const body = `BEGIN
    IF a > b THEN RAISE EXCEPTION 'no'; END IF;
    PERFORM lock_it(x);
    left_over := a - b;
    RETURN least(a, b);
  END`;
  expect(changesOf(body)).toEqual([
    'a > b → false',
    'a > b → true',
    '> → >=',
    'PERFORM lock_it(x) → NULL',
    'left_over := a - b → NULL',
    '- → +',
    'least → greatest',
  ]);
});

test('looksLikeSql rejects prose and accepts a fragment of a condition', () => {
  expect(looksLikeSql('Select the student and update the card')).toBe(false);
  expect(looksLikeSql(' AND closed_at IS NULL')).toBe(true);
});
