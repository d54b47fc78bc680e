/** A word, number, string, sign or parameter of SQL; blanks and comments are skipped. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'sign' | 'parameter';
  readonly text: string;
  /** Words in capitals, for comparison; everything else unchanged. The END that closes a CASE is `END OF CASE`. */
  readonly upper: string;
  readonly start: number;
  readonly end: number;
  /** Nesting depth of brackets and CASE … END. */
  readonly depth: number;
}

const PARTS: readonly (readonly [Token['kind'] | 'blank', RegExp])[] = [
  ['blank', /\s+|--[^\n]*|\/\*[\s\S]*?\*\//y],
  ['string', /E?'(?:[^'\\]|''|\\.)*'|"(?:[^"]|"")*"/iy],
  ['parameter', /\$\d+/y],
  ['string', /(\$\w*\$)[\s\S]*?\1/y],
  ['number', /\d+(?:\.\d+)?/y],
  ['word', /[\p{L}_][\p{L}\d_$]*/uy],
  ['sign', /::|:=|=>|<>|!=|<=|>=|<@|@>|&&|\|\||!~\*?|~\*?|->>|->|#>>|[^\s]/y],
];

/** Splits SQL into its tokens. */
export function tokensOf(sql: string): Token[] {
  const tokens: Token[] = [];
  const open: string[] = [];
  for (let at = 0; at < sql.length; ) {
    const { kind, text } = read(sql, at);
    // BEGIN … END and END IF do not close a counted level.
    const closesCase = kind === 'word' && /^end$/i.test(text) && open.at(-1) === 'CASE';
    const upper = closesCase ? 'END OF CASE' : kind === 'word' ? text.toUpperCase() : text;
    if (text === ')' || closesCase) open.pop();
    if (kind !== 'blank') tokens.push({ kind, text, upper, start: at, end: at + text.length, depth: open.length });
    if (text === '(' || upper === 'CASE') open.push(upper);
    at += text.length;
  }
  return tokens;
}

function read(sql: string, at: number): { kind: Token['kind'] | 'blank'; text: string } {
  for (const [kind, part] of PARTS) {
    part.lastIndex = at;
    const text = part.exec(sql)?.[0];
    if (text !== undefined) return { kind, text };
  }
  return { kind: 'sign', text: sql.charAt(at) };
}
