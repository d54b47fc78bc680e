import { parseSync } from 'vite';

/** A node of a syntax tree (ESTree, with the nodes of TypeScript). */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** TypeScript's own nodes that contain code that runs; all others are types. */
const RUNNING = new Set([
  'TSAsExpression',
  'TSNonNullExpression',
  'TSSatisfiesExpression',
  'TSTypeAssertion',
  'TSInstantiationExpression',
]);

/** Parses a TypeScript source. Throws on a syntax error. */
export function parse(file: string, source: string): Node {
  const { program, errors } = parseSync(file, source);
  if (errors[0] || !isNode(program)) throw new Error(`${file}: ${errors[0]?.message ?? 'is no program'}`);
  return program;
}

/** Visits every node that runs, parents first, with the path to the node, nearest parent last. */
export function walk(node: Node, journey: (node: Node, parents: readonly Node[]) => void): void {
  const parents: Node[] = [];
  const enter = (one: Node): void => {
    if (one.type.startsWith('TS') && !RUNNING.has(one.type)) return;
    journey(one, parents);
    parents.push(one);
    for (const child of childrenOf(one)) enter(child);
    parents.pop();
  };
  enter(node);
}

/** Tells a node from any other value of a tree. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}
