import { type Edit, type Mutant, toMutant } from './mutant.ts';
import { findSqlEdits, looksLikeSql } from './sql-mutants.ts';
import { isNode, type Node, parse, walk } from './tree.ts';

const COMPARISONS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '==': '!=',
  '!=': '==',
};
const ARITHMETIC: Readonly<Record<string, string>> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '<<': '>>',
  '>>': '<<',
  '>>>': '<<',
  '&': '|',
  '|': '&',
  '^': '&',
};

/** Finds every mutant of a TypeScript source, in its code and in the SQL in its strings. */
export function findCodeMutants(file: string, source: string): Mutant[] {
  const found: Mutant[] = [];
  walk(parse(file, source), (node, parents) => {
    for (const { edit, span } of editsOf(node, parents, source)) found.push(toMutant(file, source, edit, span));
  });
  return found.sort((one, other) => one.start - other.start || one.end - other.end);
}

interface Found {
  readonly edit: Edit;
  /** The expression that a switch replaces; an edit within the expression keeps the rest. */
  readonly span: Node;
}

function editsOf(node: Node, parents: readonly Node[], source: string): Found[] {
  const parent = parents.at(-1);
  const whole = (kind: string, text: string): Found => ({
    edit: { kind, start: node.start, end: node.end, text },
    span: node,
  });
  const { left, right, operator, argument } = node;
  switch (node.type) {
    case 'BinaryExpression':
    case 'AssignmentExpression':
      return operation(node, parent, source);
    case 'LogicalExpression':
      if (!isNode(left) || !isNode(right)) return [];
      if (operator === '??') return [left, right].map((kept) => whole('fallback', source.slice(kept.start, kept.end)));
      return [symbolEdit('logic', node, left, right, String(operator), operator === '&&' ? '||' : '&&', source)];
    case 'UnaryExpression':
      if (operator !== '!' || !isNode(argument) || isTest(node, parent)) return [];
      return [whole('negation', source.slice(argument.start, argument.end))];
    case 'UpdateExpression':
      if (parent?.type === 'ForStatement' && parent.update === node) return [];
      return [
        whole(
          'arithmetic',
          source.slice(node.start, node.end).replace(operator === '++' ? '++' : '--', operator === '++' ? '--' : '++'),
        ),
      ];
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return condition(node, source);
    case 'ReturnStatement':
      return isNode(argument) && isWorthReturning(argument)
        ? [{ edit: { kind: 'return', start: argument.start, end: argument.end, text: 'undefined' }, span: argument }]
        : [];
    case 'ExpressionStatement':
      return call(node);
    case 'ChainExpression':
      return chain(node, source);
    case 'Literal':
      return isKey(node, parent) ? [] : literal(node, parent, source, whole);
    case 'TemplateLiteral':
      return parent?.type === 'TaggedTemplateExpression' ? [] : sqlIn(node, source);
    default:
      return [];
  }
}

function operation(node: Node, parent: Node | undefined, source: string): Found[] {
  const { left, right, operator } = node;
  if (!isNode(left) || !isNode(right)) return [];
  const sign = String(operator);
  if (node.type === 'AssignmentExpression') {
    const other = sign.length > 1 ? ARITHMETIC[sign.slice(0, -1)] : undefined;
    return other && !isText(right) ? [symbolEdit('arithmetic', node, left, right, sign, `${other}=`, source)] : [];
  }
  const comparison = COMPARISONS[sign];
  // A condition held to true or false is harder to detect than an inverted one.
  if (comparison && sign.length > 1 && !sign.startsWith('<') && !sign.startsWith('>') && isTest(node, parent))
    return [];
  if (comparison) return [symbolEdit('comparison', node, left, right, sign, comparison, source)];
  const other = ARITHMETIC[sign];
  return other && !isText(left) && !isText(right)
    ? [symbolEdit('arithmetic', node, left, right, sign, other, source)]
    : [];
}

/** Mutants of a condition, held to true and to false: a guard that never refuses, a branch that is always taken. */
function condition(node: Node, source: string): Found[] {
  const { test } = node;
  if (!isNode(test) || source.slice(test.start, test.end) === 'true') return [];
  const sides = node.type === 'WhileStatement' ? ['false'] : ['false', 'true'];
  return sides.map((text) => ({ edit: { kind: 'condition', start: test.start, end: test.end, text }, span: test }));
}

function call(node: Node): Found[] {
  const { expression } = node;
  if (!isNode(expression)) return [];
  const { argument } = expression;
  const inner = expression.type === 'AwaitExpression' || expression.type === 'UnaryExpression' ? argument : expression;
  if (!isNode(inner) || !/^(Call|Chain)Expression$/.test(inner.type)) return [];
  const { callee } = inner;
  if (isNode(callee) && callee.type === 'Super') return [];
  return [
    { edit: { kind: 'call', start: expression.start, end: expression.end, text: 'undefined' }, span: expression },
  ];
}

function chain(node: Node, source: string): Found[] {
  const marks: Found[] = [];
  walk(node, (inner, parents) => {
    if (inner.optional !== true || parents.some((one) => one !== node && one.type === 'ChainExpression')) return;
    const before = inner.object ?? inner.callee;
    if (!isNode(before)) return;
    const start = source.indexOf('?.', before.end);
    const text = inner.type === 'MemberExpression' && inner.computed !== true ? '.' : '';
    marks.push({ edit: { kind: 'chain', start, end: start + 2, text }, span: node });
  });
  return marks.sort((one, other) => one.edit.start - other.edit.start);
}

function literal(
  node: Node,
  parent: Node | undefined,
  source: string,
  whole: (kind: string, text: string) => Found,
): Found[] {
  const { value, raw } = node;
  if (typeof value === 'boolean') return [whole('boolean', String(!value))];
  if (typeof value === 'number') return [whole('number', `${raw} + 1`), whole('number', `${raw} - 1`)];
  if (typeof node.bigint === 'string') return [whole('number', `${raw} + 1n`), whole('number', `${raw} - 1n`)];
  const isSource = parent !== undefined && /^(Import|Export)/.test(parent.type);
  return typeof value === 'string' && !isSource ? sqlIn(node, source) : [];
}

function sqlIn(node: Node, source: string): Found[] {
  const expressions = Array.isArray(node.expressions) ? node.expressions.filter(isNode) : [];
  const holes = expressions.map(({ start, end }, at) => {
    const text = source.slice(source.lastIndexOf('${', start), source.indexOf('}', end) + 1);
    // Placeholder of a hole, of the same length, in characters that no SQL of ours contains.
    return { text, mask: String.fromCharCode(0x4e00 + at).repeat(text.length) };
  });
  const written = source.slice(node.start + 1, node.end - 1);
  const masked = holes.reduce((text, hole) => text.replace(hole.text, hole.mask), written);
  if (!looksLikeSql(masked)) return [];
  const restore = (text: string) => holes.reduce((kept, hole) => kept.replace(hole.mask, () => hole.text), text);
  return findSqlEdits(masked).map((edit) => ({
    edit: { ...edit, start: edit.start + node.start + 1, end: edit.end + node.start + 1, text: restore(edit.text) },
    span: node,
  }));
}

function symbolEdit(
  kind: string,
  node: Node,
  left: Node,
  right: Node,
  sign: string,
  text: string,
  source: string,
): Found {
  // Parentheses around an operand belong to no node, so the operator is searched from the end of the left operand.
  const start = source.indexOf(sign, left.end);
  if (start === -1 || start >= right.start) throw new Error(`No ${sign} at ${node.start}.`);
  return { edit: { kind, start, end: start + sign.length, text }, span: node };
}

function isTest(node: Node, parent: Node | undefined): boolean {
  return parent !== undefined && parent.test === node;
}

function isText(node: Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

function isKey(node: Node, parent: Node | undefined): boolean {
  return parent?.key === node && parent.computed !== true;
}

function isWorthReturning({ type, name }: Node): boolean {
  return !(type === 'Identifier' && name === 'undefined') && type !== 'UnaryExpression';
}
