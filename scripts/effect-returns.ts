import { parseSync } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

const EFFECTS = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect']);

/**
 * Methods of elements, documents and devices that return nothing by their types, but a promise in some browser, now or in a later
 * version.
 */
const METHODS = new Set([
  ...['scroll', 'scrollBy', 'scrollIntoView', 'scrollTo', 'focus', 'blur', 'select', 'click', 'animate'],
  ...['showModal', 'showPopover', 'hidePopover', 'requestFullscreen', 'exitFullscreen', 'requestPointerLock'],
  ...['play', 'pause', 'share', 'vibrate', 'requestSubmit'],
]);

/**
 * Finds effects and ref callbacks that return the result of an element's method to React, which calls any returned value as the clean-up:
 * calling a promise fails, and the console goes blank. The types do not reveal this, since they declare that such a method returns
 * nothing. Returns the lines.
 */
export function findEffectReturns(file: string, text: string): { line: number; text: string }[] {
  const lines = text.split('\n');
  const found: { line: number; text: string }[] = [];
  const visit = (node: Node): void => {
    for (const given of callbacksOf(node).flatMap(returned).flatMap(outcomes)) {
      if (!isOfElement(given)) continue;
      const line = text.slice(0, given.start).split('\n').length;
      found.push({ line, text: (lines[line - 1] ?? '').trim() });
    }
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseSync(file, text).program as unknown as Node);
  return found;
}

/** Functions whose result React uses as a clean-up. */
function callbacksOf(node: Node): Node[] {
  if (node.type === 'CallExpression' && EFFECTS.has(nameOf(node.callee as Node)))
    return (node.arguments as Node[]).slice(0, 1);
  if (node.type !== 'JSXAttribute' || (node.name as Node).name !== 'ref') return [];
  const value = node.value as Node | null;
  return value?.type === 'JSXExpressionContainer' ? [value.expression as Node] : [];
}

function nameOf(callee: Node): string {
  return String((callee.type === 'MemberExpression' ? (callee.property as Node) : callee).name);
}

/** Expressions that a function returns, without those of nested functions. */
function returned(callback: Node): Node[] {
  if (!isFunction(callback)) return [];
  const body = callback.body as Node;
  if (body.type !== 'BlockStatement') return [body];
  const within = (node: Node): Node[] => {
    if (isFunction(node)) return [];
    return node.type === 'ReturnStatement' ? childrenOf(node) : childrenOf(node).flatMap(within);
  };
  return within(body);
}

function isFunction({ type }: Node): boolean {
  return /Function(Expression|Declaration)$/.test(type);
}

/** Expressions that can be the value of another expression. */
function outcomes(node: Node): Node[] {
  switch (node.type) {
    case 'ConditionalExpression':
      return [node.consequent as Node, node.alternate as Node].flatMap(outcomes);
    case 'LogicalExpression':
      return [node.left as Node, node.right as Node].flatMap(outcomes);
    case 'ChainExpression':
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return outcomes(node.expression as Node);
    default:
      return [node];
  }
}

/** Returns true for a call of one of those methods. */
function isOfElement(node: Node): boolean {
  if (node.type !== 'CallExpression') return false;
  const callee = node.callee as Node;
  return callee.type === 'MemberExpression' && METHODS.has(nameOf(callee));
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);
}
