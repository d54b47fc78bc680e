import type { Edit } from './mutant.ts';
import { dropPart, type Part, partsOf } from './sql-conditions.ts';
import { type Token, tokensOf } from './sql-tokens.ts';

const COMPARISONS: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '!=': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
};
const ARITHMETIC: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };
const WORDS: Readonly<Record<string, string>> = {
  TRUE: 'false',
  FALSE: 'true',
  LEAST: 'greatest',
  GREATEST: 'least',
  MIN: 'max',
  MAX: 'min',
  DESC: 'ASC',
};
const AFTER_OPERAND = /^(?:SELECT|THEN|ELSE|RETURN|AND|OR|WHEN|BY|WHERE|ON|IN|NOT|DISTINCT|BETWEEN)$/;

/** Recognises SQL by its keywords, which are written in capitals. */
export function looksLikeSql(text: string): boolean {
  return /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|FOR (?:UPDATE|SHARE)|ORDER BY|EXISTS|JOIN)\b|^\s*(?:AND|OR)\b/.test(
    text,
  );
}

/** Finds the mutants of a statement, of a part of one, or of the body of a function in SQL or PL/pgSQL. */
export function findSqlEdits(sql: string): Edit[] {
  const tokens = tokensOf(sql);
  const parts = partsOf(sql, tokens);
  const assignments = assignmentsIn(tokens);
  return [
    ...parts.flatMap((part) => dropPart(sql, tokens, part)),
    ...tokens.flatMap((token, at) => [
      ...signEdits(tokens, at, parts, assignments),
      ...wordEdits(tokens, at),
      ...clauseEdits(tokens, at),
      ...(tokens.some((one) => one.upper === 'BEGIN') ? statementEdits(tokens, at) : []),
      ...(token.kind === 'number' ? numberEdits(tokens, at) : []),
    ]),
  ];
}

function signEdits(
  tokens: readonly Token[],
  at: number,
  parts: readonly Part[],
  assignments: ReadonlySet<number>,
): Edit[] {
  const token = tokens[at];
  const before = tokens[at - 1];
  const after = tokens[at + 1];
  if (token?.kind !== 'sign' || !before || !after) return [];
  const comparison = COMPARISONS[token.text];
  if (comparison && !assignments.has(at)) {
    // Dropping the part is the harder change of the two: nothing at all is left out then.
    const dropped = parts.some(({ from, to }) => from <= at && at < to && tokens[from]?.depth === token.depth);
    const isBoundary = token.text.startsWith('<') !== token.text.startsWith('>') && token.text !== '<>';
    // No test hits an instant to the microsecond.
    const isOfTime = tokens
      .slice(Math.max(0, at - 4), at + 4)
      .some((one) => /^(?:CLOCK_TIMESTAMP|NOW)$/.test(one.upper));
    return (isBoundary ? !isOfTime : !dropped) ? [edit('sql comparison', token, comparison)] : [];
  }
  // A type named after a table or column.
  if (/^(?:ROW)?TYPE$/.test(after.upper)) return [];
  const other = ARITHMETIC[token.text];
  if (!other || before.kind === 'sign' ? before.text !== ')' : AFTER_OPERAND.test(before.upper)) return [];
  return other && (after.kind !== 'sign' || after.text === '(') ? [edit('sql arithmetic', token, other)] : [];
}

function wordEdits(tokens: readonly Token[], at: number): Edit[] {
  const token = tokens[at];
  if (token?.kind !== 'word') return [];
  const needsCall = ['LEAST', 'GREATEST', 'MIN', 'MAX'].includes(token.upper);
  const other = Object.hasOwn(WORDS, token.upper) ? WORDS[token.upper] : undefined;
  if (other && (!needsCall || tokens[at + 1]?.text === '(')) return [edit('sql word', token, other)];
  if (token.upper === 'LEFT' && tokens[at + 1]?.upper === 'JOIN') return [edit('sql join', token, '')];
  return [];
}

/** Mutants of locking clauses and of conflict handling. */
function clauseEdits(tokens: readonly Token[], at: number): Edit[] {
  const token = tokens[at];
  if (token?.upper === 'FOR') {
    const lock = /^(?:UPDATE|SHARE|NO|KEY)$/;
    if (!lock.test(tokens[at + 1]?.upper ?? '')) return [];
    let to = at + 1;
    while (/^(?:UPDATE|SHARE|NO|KEY|OF|NOWAIT|SKIP|LOCKED)$/.test(tokens[to]?.upper ?? '')) {
      to += tokens[to]?.upper === 'OF' ? 2 : 1;
    }
    const last = tokens[to - 1];
    return last ? [{ kind: 'sql lock', start: token.start, end: last.end, text: '' }] : [];
  }
  if (token?.upper !== 'ON' || tokens[at + 1]?.upper !== 'CONFLICT') return [];
  const action = tokens.findIndex((one, place) => place > at && one.upper === 'DO');
  const last = tokens[action + 1];
  if (action === -1 || last?.upper !== 'NOTHING') return [];
  return [{ kind: 'sql conflict', start: token.start, end: last.end, text: '' }];
}

/** Mutants of PL/pgSQL statements: conditions held to true or false, statements removed. */
function statementEdits(tokens: readonly Token[], at: number): Edit[] {
  const token = tokens[at];
  const before = tokens[at - 1]?.upper;
  if (!token) return [];
  if ((token.upper === 'IF' && before !== 'END') || token.upper === 'ELSIF') {
    const then = tokens.findIndex((one, place) => place > at && one.upper === 'THEN' && one.depth === token.depth);
    const first = tokens[at + 1];
    const last = tokens[then - 1];
    if (then === -1 || !first || !last) return [];
    return ['false', 'true'].map((text) => ({ kind: 'sql condition', start: first.start, end: last.end, text }));
  }
  const begins = before !== undefined && /^(?:;|THEN|ELSE|BEGIN|LOOP)$/.test(before);
  const isGuarded = token.upper === 'RAISE' && before === 'THEN';
  const isStatement = /^(?:PERFORM|RAISE|INSERT|UPDATE|DELETE)$/.test(token.upper) || tokens[at + 1]?.text === ':=';
  const returnsNothing = token.upper === 'RETURN' && tokens[at + 1]?.text === ';';
  if (!begins || isGuarded || !(isStatement || returnsNothing)) return [];
  const end = tokens.findIndex((one, place) => place > at && one.text === ';' && one.depth === token.depth);
  const last = tokens[end - 1];
  return end > 0 && last ? [{ kind: 'sql statement', start: token.start, end: last.end, text: 'NULL' }] : [];
}

function numberEdits(tokens: readonly Token[], at: number): Edit[] {
  const token = tokens[at];
  const before = tokens[at - 1]?.upper;
  // EXISTS (SELECT 1 FROM …) only tests for a row, so its content is irrelevant.
  const isMark = (before === 'SELECT' || before === 'PERFORM') && /^(?:FROM|AS)$/.test(tokens[at + 1]?.upper ?? '');
  if (!token || isMark || before === 'LIMIT' || before === 'OFFSET' || before === '::') return [];
  return [edit('sql number', token, `(${token.text} + 1)`)];
}

/** Positions of the signs that assign a value to a column, a variable or an option. */
function assignmentsIn(tokens: readonly Token[]): Set<number> {
  const places = new Set<number>();
  for (const [at, token] of tokens.entries()) {
    const isSet = token.upper === 'SET';
    const isOption = token.upper === 'USING' && tokens[at + 2]?.text === '=' && tokens[at + 1]?.upper === 'ERRCODE';
    if (!isSet && !isOption) continue;
    const ends = isSet ? /^(?:WHERE|FROM|RETURNING|;)$/ : /^;$/;
    for (let place = at + 1; place < tokens.length; place += 1) {
      const one = tokens[place];
      if (!one || one.depth < token.depth || (one.depth === token.depth && ends.test(one.upper))) break;
      if (one.text === '=' && one.depth === token.depth) places.add(place);
    }
  }
  return places;
}

function edit(kind: string, token: Token, text: string): Edit {
  return { kind, start: token.start, end: token.end, text };
}
