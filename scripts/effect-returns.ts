import { parseSync } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

const EFFECTS = new Set(['useEffect', 'useLayoutEffect', 'useInsertionEffect']);

/** Methods of elements, documents and devices that return nothing by their types, and a promise in some browser or in its next one. */
const METHODS = new Set([
  ...['scroll', 'scrollBy', 'scrollIntoView', 'scrollTo', 'focus', 'blur', 'select', 'click', 'animate'],
  ...['showModal', 'showPopover', 'hidePopover', 'requestFullscreen', 'exitFullscreen', 'requestPointerLock'],
  ...['play', 'pause', 'share', 'vibrate', 'requestSubmit'],
]);

/**
 * Finds effects and ref callbacks that hand the result of a method of an element on to React, which calls what it gets as the clean-up: a promise
 * fails there, and the console goes blank. The types do not tell, since they say that such a method returns nothing. Answers the lines.
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

/** Functions whose result React takes for a clean-up. */
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

/** Expressions that a function returns; those of functions within it are their own affair. */
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

/** Expressions that the result of another one may be. */
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

/** True of a call of one of those methods. */
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
