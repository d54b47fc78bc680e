import { parseSync } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds errors that are swallowed without a reason: a `catch` block, or a handler of `.catch`, of `.then` or of an `error` event, that
 * never uses the error and has no comment inside, on its line, or on the line above it or its statement. Returns the lines.
 */
export function findSwallowed(file: string, text: string): { line: number; text: string }[] {
  const { program, comments } = parseSync(file, text);
  const lineOf = (place: number) => text.slice(0, place).split('\n').length;
  const lines = text.split('\n');
  const explained = ({ start, end }: Span, statement: Span) =>
    comments.some((comment) => {
      const [first, last] = [lineOf(comment.start), lineOf(comment.end)];
      if (comment.start >= start && comment.end <= end) return true;
      return first === lineOf(end) || [lineOf(start), lineOf(statement.start)].includes(last + 1);
    });
  const found: { line: number; text: string }[] = [];
  const visit = (node: Node, statement: Span): void => {
    const around = isStatement(node) ? node : statement;
    for (const handler of handlersOf(node)) {
      if (looksAtError(handler) || explained(handler, around)) continue;
      const line = lineOf(handler.start);
      found.push({ line, text: (lines[line - 1] ?? '').trim() });
    }
    for (const child of childrenOf(node)) visit(child, around);
  };
  visit(program as unknown as Node, program);
  return found;
}

/** Error handlers of a node: a `catch` block, or functions that are passed in. */
function handlersOf(node: Node): Node[] {
  if (node.type === 'CatchClause') return [node];
  if (node.type !== 'CallExpression') return [];
  const callee = node.callee as Node;
  const name = callee.type === 'MemberExpression' ? (callee.property as Node).name : undefined;
  const [first, second] = node.arguments as Node[];
  const isOfErrors = first?.type === 'Literal' && first.value === 'error';
  if (name === 'catch') return functions(first);
  if (name === 'then' || ((name === 'on' || name === 'once') && isOfErrors)) return functions(second);
  return [];
}

function functions(node: Node | undefined): Node[] {
  return node && /^(Arrow)?FunctionExpression$/.test(node.type) ? [node] : [];
}

function looksAtError(handler: Node): boolean {
  const error = handler.type === 'CatchClause' ? (handler.param as Node | null) : (handler.params as Node[])[0];
  if (!error) return false;
  if (error.type !== 'Identifier') return true;
  const mentions = (node: Node): boolean =>
    (node.type === 'Identifier' && node.name === error.name) || childrenOf(node).some(mentions);
  return mentions(handler.body as Node);
}

function isStatement(node: Node): boolean {
  return /(Statement|Declaration)$/.test(node.type) && node.type !== 'BlockStatement';
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);
}
