import { kindOf, merge, of, type Shape, UNKNOWN, union } from './shapes.ts';
import { type Node, nameOf, type Place, type SourceTree } from './source-tree.ts';

const MAX_DEPTH = 20;

/** Values that zod's constructors accept. */
const MADE: Record<string, Shape> = {
  string: of('string'),
  uuid: of('string'),
  email: of('string'),
  url: of('string'),
  enum: of('string'),
  number: of('number'),
  int: of('number'),
  boolean: of('boolean'),
  bigint: of('bigint'),
  date: of('date'),
  record: of('json'),
  tuple: of('list'),
};

/**
 * Reads the output type of a contract schema; `property` selects that of an endpoint, such as its `output`. The result of a transform is
 * unknown.
 */
export function shapeOfSchema(tree: SourceTree, place: Place, property: string | null): Shape {
  const { source, node } = place;
  const name = source.text.slice(node.start, node.end);
  const found = tree.findValue(name, place);
  if (found?.kind !== 'const' || found.keys.length > 0) return UNKNOWN;
  if (property === null) return read(tree, found.place, 0);
  const endpoint = found.place.node;
  const options = endpoint.type === 'CallExpression' ? endpoint.arguments.at(-1) : undefined;
  const inner = options?.type === 'ObjectExpression' ? propertyOf(options, property) : undefined;
  return inner ? read(tree, { source: found.place.source, node: inner }, 0) : UNKNOWN;
}

function read(tree: SourceTree, { source, node }: Place, depth: number): Shape {
  const at = (next: Node) => read(tree, { source, node: next }, depth + 1);
  if (depth > MAX_DEPTH) return UNKNOWN;
  if (node.type === 'ObjectExpression') return { ...of('json'), fields: fieldsOf(node, at) };
  if (node.type === 'Identifier' || (node.type === 'MemberExpression' && !node.computed)) {
    const found = tree.findValue(source.text.slice(node.start, node.end), { source, node });
    return found?.kind === 'const' && found.keys.length === 0 ? read(tree, found.place, depth + 1) : UNKNOWN;
  }
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return UNKNOWN;
  const { object, property } = node.callee;
  const method = nameOf(property);
  const [argument] = node.arguments;
  if (object.type === 'Identifier' && object.name === 'z') {
    if (method === 'array' && argument) return { ...of('list'), element: at(argument) };
    if (method === 'object') return { ...of('json'), fields: fieldsOf(argument, at) };
    if (method === 'literal' && argument?.type === 'Literal') return kindOf(argument.value);
    if (method === 'union' && argument?.type === 'ArrayExpression') {
      return argument.elements.flatMap((each) => (each ? [at(each)] : [])).reduce(union);
    }
    return MADE[method] ?? UNKNOWN;
  }
  return changed(at(object), method, argument, at);
}

/** Shape of a schema after one of its methods. */
function changed(shape: Shape, method: string, argument: Node | undefined, at: (node: Node) => Shape): Shape {
  switch (method) {
    case 'nullable':
      return { ...shape, nullable: true };
    case 'optional':
      return { ...shape, optional: true };
    case 'nullish':
      return { ...shape, nullable: true, optional: true };
    case 'transform':
      return argument && isText(argument) ? { ...shape, kinds: new Set(['string']) } : UNKNOWN;
    case 'pipe':
      return argument ? at(argument) : UNKNOWN;
    case 'extend':
      return merge(shape, { ...of('json'), fields: fieldsOf(argument, at) });
    case 'omit':
    case 'pick': {
      const named = new Set(fieldsOf(argument, () => UNKNOWN).keys());
      const fields = [...(shape.fields ?? [])].filter(([name]) => named.has(name) === (method === 'pick'));
      return shape.fields ? { ...shape, fields: new Map(fields) } : UNKNOWN;
    }
    default:
      return shape;
  }
}

/** Returns true if a transform returns a text, as `(id) => id.toLowerCase()` does. */
function isText(node: Node): boolean {
  if (node.type !== 'ArrowFunctionExpression' || node.body?.type !== 'CallExpression') return false;
  const { callee } = node.body;
  const isString = callee.type === 'Identifier' && callee.name === 'String';
  return (
    isString || (callee.type === 'MemberExpression' && /^(toLowerCase|toUpperCase|trim)$/.test(nameOf(callee.property)))
  );
}

function fieldsOf(node: Node | undefined, at: (node: Node) => Shape): Map<string, Shape> {
  const fields = new Map<string, Shape>();
  if (node?.type !== 'ObjectExpression') return fields;
  for (const property of node.properties) {
    if (property.type === 'Property') fields.set(nameOf(property.key), at(property.value));
    else {
      const { argument } = property;
      const isShape = argument.type === 'MemberExpression' && nameOf(argument.property) === 'shape';
      for (const [name, shape] of at(isShape ? argument.object : argument).fields ?? []) fields.set(name, shape);
    }
  }
  return fields;
}

function propertyOf(node: Node, key: string): Node | undefined {
  if (node.type !== 'ObjectExpression') return undefined;
  const property = node.properties.find((each) => each.type === 'Property' && nameOf(each.key) === key);
  return property?.type === 'Property' ? property.value : undefined;
}
