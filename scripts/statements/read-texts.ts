import {
  type Func,
  isFunction,
  type Node,
  nameOf,
  type Place,
  type Source,
  type SourceTree,
  walk,
} from './source-tree.ts';

/** Maximum number of texts of a composed statement; with more, the statement counts as unreadable. */
const MAX_TEXTS = 64;
const MAX_DEPTH = 12;

/** Possible value of an expression: a text, or an object or function to be analysed. */
type Value = { readonly text: string } | { readonly place: Place; readonly bound: Bound };

/** Known parameters of the functions on the path, by index. */
type Bound = ReadonlyMap<Func, ReadonlyMap<number, Value | null>>;

const UNBOUND: Bound = new Map();

/** Reads every text that an expression (or its property `key`) can have; null if they cannot be read from the sources. */
export function readTexts(tree: SourceTree, place: Place, key: string | null = null): string[] | null {
  const values = perBinding(tree, UNBOUND, (bound) => {
    const whole = valuesOf(tree, place, bound, 0);
    return key === null ? whole : inEach(tree, whole, key, 0);
  });
  if (!values) return null;
  const texts = values.flatMap((value) => ('text' in value ? [value.text] : []));
  return texts.length === values.length && texts.length > 0 ? [...new Set(texts)] : null;
}

/**
 * Thrown for a parameter with different arguments in several calls: each call is analysed separately, so that values of one call stay
 * together.
 */
class Fork extends Error {
  readonly func: Func;
  readonly index: number;
  readonly values: readonly Value[];
  constructor(func: Func, index: number, values: readonly Value[]) {
    super('A parameter has several values.');
    this.func = func;
    this.index = index;
    this.values = values;
  }
}

function perBinding(tree: SourceTree, bound: Bound, read: (bound: Bound) => Value[] | null): Value[] | null {
  try {
    return read(bound);
  } catch (error) {
    if (!(error instanceof Fork)) throw error;
    const { func, index, values } = error;
    let found: Value[] | null = [];
    for (const value of values.slice(0, MAX_TEXTS)) {
      found = either(found, perBinding(tree, bind(bound, func, index, value), read));
    }
    return found;
  }
}

function bind(bound: Bound, func: Func, index: number, value: Value | null): Bound {
  return new Map([...bound, [func, new Map([...(bound.get(func) ?? []), [index, value]])]]);
}

function valuesOf(tree: SourceTree, { source, node }: Place, bound: Bound, depth: number): Value[] | null {
  if (depth > MAX_DEPTH) return null;
  const at = (next: Node) => valuesOf(tree, { source, node: next }, bound, depth + 1);
  switch (node.type) {
    case 'Literal':
      return /^(string|number|bigint)$/.test(typeof node.value) ? [{ text: String(node.value) }] : null;
    case 'TemplateLiteral':
      return product(
        node.quasis.flatMap(({ value }, index) => {
          const inner = node.expressions[index];
          return [[{ text: value.cooked ?? '' }], ...(inner ? [at(inner)] : [])];
        }),
      );
    case 'BinaryExpression':
      return node.operator === '+' ? product([at(node.left), at(node.right)]) : null;
    case 'ConditionalExpression':
      return either(at(node.consequent), at(node.alternate));
    case 'LogicalExpression':
      return either(at(node.left), at(node.right));
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'ParenthesizedExpression':
      return at(node.expression);
    case 'ObjectExpression':
    case 'ArrayExpression':
    case 'ArrowFunctionExpression':
      return [{ place: { source, node }, bound }];
    case 'Identifier':
      return ofName(tree, { source, node }, node.name, bound, depth);
    case 'MemberExpression': {
      const whole = ofName(tree, { source, node }, source.text.slice(node.start, node.end), bound, depth);
      if (whole) return whole;
      const key = node.computed ? null : nameOf(node.property);
      return key === null ? null : inEach(tree, at(node.object), key, depth);
    }
    case 'CallExpression':
      return ofCall(tree, { source, node }, bound, depth);
    default:
      return null;
  }
}

function ofName(tree: SourceTree, from: Place, name: string, bound: Bound, depth: number): Value[] | null {
  const binding = tree.findValue(name, from);
  if (!binding) return null;
  if (binding.kind === 'function') return [{ place: binding.place, bound }];
  if (binding.kind === 'const') {
    const whole = valuesOf(tree, binding.place, bound, depth + 1);
    return binding.keys.reduce((values, key) => inEach(tree, values, key, depth), whole);
  }
  const { place, index, keys, fallback } = binding;
  const given = valueOfParameter(tree, place, index, bound, depth);
  const values = keys.reduce((each, key) => inEach(tree, each, key, depth), given && [given]);
  if (values || !fallback) return values;
  return valuesOf(tree, { source: place.source, node: fallback }, bound, depth + 1);
}

function valueOfParameter(
  tree: SourceTree,
  place: Place<Func>,
  index: number,
  bound: Bound,
  depth: number,
): Value | null {
  const known = bound.get(place.node)?.get(index);
  if (known !== undefined) return known;
  const values = ofCallers(tree, place, index, depth);
  if (!values || values.length === 0) return null;
  throw new Fork(place.node, index, values);
}

/** Values of a parameter are the arguments of all calls in its file; null for a function that other files may call. */
function ofCallers(
  tree: SourceTree,
  { source, node: func }: Place<Func>,
  index: number,
  depth: number,
): Value[] | null {
  const parent = source.parents.get(func);
  const own =
    func.type === 'ArrowFunctionExpression'
      ? parent?.type === 'VariableDeclarator'
        ? nameOf(parent.id)
        : ''
      : (func.id?.name ?? '');
  if (own === '' || isExported(source, func)) return null;
  let found: Value[] | null = [];
  walk(source.program, (node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== own) return;
    const argument = node.arguments[index];
    if (!argument) return;
    const read = (bound: Bound) => valuesOf(tree, { source, node: argument }, bound, depth + 1);
    found = either(found, perBinding(tree, UNBOUND, read));
  });
  return found;
}

function isExported(source: Source, func: Func): boolean {
  for (let at: Node | undefined = func; at; at = source.parents.get(at)) {
    if (/^Export(Named|Default)Declaration$/.test(at.type)) return true;
    if (at !== func && isFunction(at)) return false;
  }
  return false;
}

/** Values of a property (or element) in each of the objects. */
function inEach(tree: SourceTree, values: readonly Value[] | null, key: string, depth: number): Value[] | null {
  if (!values) return null;
  let found: Value[] | null = [];
  for (const value of values) {
    if ('text' in value) return null;
    const { source, node } = value.place;
    let inner: Node | undefined;
    if (node.type === 'ObjectExpression') {
      const property = node.properties.find((each) => each.type === 'Property' && nameOf(each.key) === key);
      inner = property?.type === 'Property' ? property.value : undefined;
    }
    if (node.type === 'ArrayExpression') inner = node.elements[Number(key)] ?? undefined;
    if (!inner) return null;
    found = either(found, valuesOf(tree, { source, node: inner }, value.bound, depth + 1));
  }
  return found;
}

/** Value of a call: of a function that returns one expression, of a text's `trim`, or of a list's `join`. */
function ofCall(tree: SourceTree, { source, node }: Place, bound: Bound, depth: number): Value[] | null {
  if (node.type !== 'CallExpression') return null;
  const { callee } = node;
  if (
    callee.type === 'MemberExpression' &&
    nameOf(callee.property) === 'join' &&
    callee.object.type === 'ArrayExpression'
  ) {
    const [by] = node.arguments;
    const glue = by ? valuesOf(tree, { source, node: by }, bound, depth + 1) : [{ text: ',' }];
    const parts = callee.object.elements.flatMap((element, index) => {
      const values = element && valuesOf(tree, { source, node: element }, bound, depth + 1);
      return index === 0 ? [values] : [glue, values];
    });
    return product(parts);
  }
  const called = valuesOf(tree, { source, node: callee }, bound, depth + 1);
  const given = node.arguments.map((argument) => valuesOf(tree, { source, node: argument }, bound, depth + 1));
  let found: Value[] | null = called && called.length > 0 ? [] : null;
  for (const value of called ?? []) {
    if ('text' in value || !isFunction(value.place.node)) return null;
    const { source: home, node: func } = value.place;
    const insides = given.reduce<Bound[]>(
      (all, values, index) =>
        all.flatMap((inside) => (values ?? [null]).map((one) => bind(inside, func, index, one))).slice(0, MAX_TEXTS),
      [value.bound],
    );
    for (const inside of insides) {
      for (const answer of answersOf(func)) {
        found = either(found, valuesOf(tree, { source: home, node: answer }, inside, depth + 1));
      }
    }
  }
  return found;
}

function answersOf(func: Func): Node[] {
  if (!func.body) return [];
  if (func.body.type !== 'BlockStatement') return [func.body];
  const answers: Node[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'ReturnStatement' && node.argument) answers.push(node.argument);
    if (isFunction(node)) return;
    for (const child of Object.values(node).flat()) {
      if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node);
    }
  };
  visit(func.body);
  return answers;
}

/** All concatenations of the parts' texts. */
function product(parts: readonly (readonly Value[] | null | undefined)[]): Value[] | null {
  let texts = [''];
  for (const part of parts) {
    if (!part || part.some((value) => !('text' in value))) return null;
    texts = texts.flatMap((text) => part.map((value) => text + ('text' in value ? value.text : '')));
    if (texts.length > MAX_TEXTS) return null;
  }
  return texts.map((text) => ({ text }));
}

function either(one: readonly Value[] | null | undefined, other: readonly Value[] | null | undefined): Value[] | null {
  return one && other ? [...one, ...other] : null;
}
