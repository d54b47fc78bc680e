import type { Edit } from './mutant.ts';
import type { Token } from './sql-tokens.ts';

const STARTS = new Set(['WHERE', 'AND', 'OR', 'HAVING', 'ON', 'WHEN', 'IF', 'ELSIF']);
const ENDS = new Set(
  `AND OR WHERE ORDER GROUP LIMIT OFFSET RETURNING FOR UNION EXCEPT INTERSECT HAVING WINDOW LEFT RIGHT FULL INNER CROSS
   NATURAL JOIN ON DO THEN ELSE WHEN END LOOP INTO SET FROM USING VALUES WITH AS ; ,`.split(/\s+/),
);
const DECIDES = new Set('= <> != < <= > >= ~ ~* !~ IS IN EXISTS LIKE BETWEEN NOT @> <@'.split(' '));
/** Condition that repeats forced row-level security, so that no test can detect its absence. */
const OWN_SCHOOL = /^(?:\w+\.)?school_id\s*=\s*\S+$/;
/** Join condition that accepts every row. */
const ALWAYS = /^true$/i;

/** Part of a condition between two of AND, OR and the condition's ends, as token indexes; the end is exclusive. */
export interface Part {
  readonly from: number;
  readonly to: number;
  readonly droppable: boolean;
}

/** Finds the parts of all conditions of a statement or function body. */
export function partsOf(sql: string, tokens: readonly Token[]): Part[] {
  const ofBetween = new Set(tokens.flatMap((one, at) => (one.upper === 'BETWEEN' ? [closingAnd(tokens, at)] : [])));
  return tokens.flatMap((token, at) => {
    if (!STARTS.has(token.upper) || ofBetween.has(at) || !startsCondition(tokens, at)) return [];
    let to = at + 1;
    while (to < tokens.length && (ofBetween.has(to) || !isEnd(tokens, to, token.depth))) to += 1;
    const first = tokens[at + 1];
    const last = tokens[to - 1];
    if (!first || !last || to === at + 1) return [];
    const joined = ['AND', 'OR'].includes(token.upper) || ['AND', 'OR'].includes(tokens[to]?.upper ?? '');
    const decides = tokens.slice(at + 1, to).some((one) => DECIDES.has(one.upper));
    // IF has its own mutants for the whole condition; CASE x WHEN y is not a condition.
    const alone = ['IF', 'ELSIF'].includes(token.upper) && !joined;
    const text = sql.slice(first.start, last.end);
    const droppable = !alone && !(token.upper === 'WHEN' && !decides) && !OWN_SCHOOL.test(text) && !ALWAYS.test(text);
    return [{ from: at + 1, to, droppable }];
  });
}

/** Neutralises a part of a condition but keeps its text, so that its parameters keep their types. */
export function dropPart(sql: string, tokens: readonly Token[], part: Part): Edit[] {
  const first = tokens[part.from];
  const last = tokens[part.to - 1];
  if (!part.droppable || !first || !last) return [];
  const kept = sql.slice(first.start, last.end);
  const besideOr = tokens[part.from - 1]?.upper === 'OR' || tokens[part.to]?.upper === 'OR';
  const text = besideOr ? `((${kept}) AND false)` : `((${kept}) OR true)`;
  return [{ kind: 'sql condition', start: first.start, end: last.end, text }];
}

function closingAnd(tokens: readonly Token[], between: number): number {
  const depth = tokens[between]?.depth;
  return tokens.findIndex((one, at) => at > between && one.upper === 'AND' && one.depth === depth);
}

function startsCondition(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1]?.upper;
  const after = tokens[at + 1]?.upper;
  if (token?.upper === 'ON') return before !== 'DISTINCT' && after !== 'CONFLICT';
  if (token?.upper === 'IF') return before !== 'END';
  // PostgreSQL finds the index of ON CONFLICT (…) WHERE … DO by this condition; with another condition there is no such index.
  if (token?.upper === 'WHERE' || token?.upper === 'AND') {
    const conflict = tokens.findLastIndex((one, place) => place < at && one.upper === 'CONFLICT');
    return conflict === -1 || tokens.some((one, place) => place > conflict && place < at && one.upper === 'DO');
  }
  return true;
}

function isEnd(tokens: readonly Token[], at: number, depth: number): boolean {
  const token = tokens[at];
  if (!token || token.depth < depth) return true;
  if (token.depth > depth || !ENDS.has(token.upper)) return false;
  if (token.upper === 'FROM') return tokens[at - 1]?.upper !== 'DISTINCT';
  if (token.upper === 'LEFT' || token.upper === 'RIGHT') return tokens[at + 1]?.text !== '(';
  return true;
}
