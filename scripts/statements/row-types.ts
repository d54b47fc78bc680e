import type { ESTree } from 'vite';
import { shapeOfSchema } from './schema-types.ts';
import { kindOf, merge, of, type Shape, UNKNOWN, union } from './shapes.ts';
import { type Node, nameOf, type Place, type SourceTree } from './source-tree.ts';

/** Type arguments of the generic types on the path. */
type Given = ReadonlyMap<string, Shape>;

const MAX_DEPTH = 20;
const NULL: Shape = { kinds: new Set(), nullable: true };

const SIMPLE: Record<string, Shape> = {
  TSStringKeyword: of('string'),
  TSNumberKeyword: of('number'),
  TSBigIntKeyword: of('bigint'),
  TSBooleanKeyword: of('boolean'),
  TSNullKeyword: NULL,
  TSUndefinedKeyword: NULL,
  TSTemplateLiteralType: of('string'),
  TSObjectKeyword: of('json'),
};

const NAMED: Record<string, Shape> = {
  Date: of('date'),
  Buffer: of('bytes'),
  Uint8Array: of('bytes'),
  Record: of('json'),
  Map: of('json'),
};

/** Reads the possible values of a type; `unknown` if they cannot be determined from the sources. */
export function shapeOf(tree: SourceTree, place: Place): Shape {
  return read(tree, place, new Map(), 0);
}

function read(tree: SourceTree, { source, node }: Place, given: Given, depth: number): Shape {
  const at = (next: Node, inside = given) => read(tree, { source, node: next }, inside, depth + 1);
  const simple = SIMPLE[node.type];
  if (simple) return simple;
  if (depth > MAX_DEPTH) return UNKNOWN;
  switch (node.type) {
    case 'TSParenthesizedType':
    case 'TSTypeAnnotation':
      return at(node.typeAnnotation);
    case 'TSTypeOperator':
      return node.operator === 'readonly' ? at(node.typeAnnotation) : of('string');
    case 'TSLiteralType':
      return ofLiteral(node);
    case 'TSArrayType':
      return { ...of('list'), element: at(node.elementType) };
    case 'TSTupleType':
      return of('list');
    case 'TSUnionType':
      return node.types.map((each) => at(each)).reduce(union);
    case 'TSIntersectionType':
      return node.types.map((each) => at(each)).reduce(merge);
    case 'TSTypeLiteral':
      return ofMembers(node.members, at);
    case 'TSIndexedAccessType':
      return ofIndex(at(node.objectType), node.indexType);
    case 'TSTypeReference':
      return ofReference(tree, { source, node }, given, depth);
    case 'TSInterfaceDeclaration':
      return node.extends
        .map((each) => ofReference(tree, { source, node: each }, given, depth))
        .reduce(merge, ofMembers(node.body.body, at));
    case 'TSTypeAliasDeclaration':
      return at(node.typeAnnotation);
    case 'TSTypeQuery':
      return ofValue(tree, { source, node: node.exprName });
    default:
      return UNKNOWN;
  }
}

function ofReference(
  tree: SourceTree,
  { source, node }: Place<ESTree.TSTypeReference | ESTree.TSInterfaceHeritage>,
  given: Given,
  depth: number,
): Shape {
  const named = node.type === 'TSTypeReference' ? node.typeName : node.expression;
  const name = source.text.slice(named.start, named.end);
  const args = node.typeArguments?.params ?? [];
  const at = (next: Node) => read(tree, { source, node: next }, given, depth + 1);
  const [first, second] = args;
  if (given.has(name)) return given.get(name) ?? UNKNOWN;
  if (NAMED[name]) return NAMED[name];
  if (first && /^(Readonly|NonNullable|Required)$/.test(name)) return at(first);
  if (first && /^(ReadonlyArray|Array|ReadonlySet|Set)$/.test(name)) return { ...of('list'), element: at(first) };
  if (first && name === 'Partial') return mapFields(at(first), (shape) => ({ ...shape, optional: true }));
  if (first && second && name === 'Pick') return keep(at(first), keysOf(second), true);
  if (first && second && name === 'Omit') return keep(at(first), keysOf(second), false);
  if (first?.type === 'TSTypeQuery' && /^(AnswerOf|z\.output|z\.infer)$/.test(name)) {
    return shapeOfSchema(tree, { source, node: first.exprName }, name === 'AnswerOf' ? 'output' : null);
  }
  const found = tree.findType(name, { source, node });
  if (!found) return UNKNOWN;
  const parameters = found.node.typeParameters?.params ?? [];
  const inside = new Map<string, Shape>();
  for (const [index, { name: parameter, default: fallback }] of parameters.entries()) {
    const argument = args[index];
    if (argument) inside.set(nameOf(parameter), at(argument));
    else if (fallback) inside.set(nameOf(parameter), read(tree, { ...found, node: fallback }, inside, depth + 1));
  }
  return read(tree, found, inside, depth + 1);
}

function ofMembers(members: readonly Node[], at: (node: Node) => Shape): Shape {
  const fields = new Map<string, Shape>();
  for (const member of members) {
    if (member.type !== 'TSPropertySignature') continue;
    const shape = member.typeAnnotation ? at(member.typeAnnotation) : UNKNOWN;
    fields.set(nameOf(member.key), member.optional ? { ...shape, optional: true } : shape);
  }
  return { ...of('json'), fields };
}

function ofLiteral({ literal }: ESTree.TSLiteralType): Shape {
  if (literal.type !== 'Literal') return of(literal.type === 'TemplateLiteral' ? 'string' : 'number');
  return kindOf(literal.value);
}

/** A list of texts or numbers, such as `typeof ROLES`. */
function ofValue(tree: SourceTree, { source, node }: Place): Shape {
  const found = tree.findValue(source.text.slice(node.start, node.end), { source, node });
  let value: Node | undefined = found?.kind === 'const' ? found.place.node : undefined;
  while (value?.type === 'TSAsExpression' || value?.type === 'TSSatisfiesExpression') value = value.expression;
  if (value?.type !== 'ArrayExpression') return UNKNOWN;
  const elements = value.elements.map((each) => (each?.type === 'Literal' ? kindOf(each.value) : UNKNOWN));
  return { ...of('list'), element: elements.reduce(union, of()) };
}

function ofIndex(object: Shape, index: Node): Shape {
  if (index.type === 'TSNumberKeyword') return object.element ?? UNKNOWN;
  const [key, ...others] = keysOf(index);
  const shape = key === undefined || others.length > 0 ? undefined : object.fields?.get(key);
  return shape ?? UNKNOWN;
}

/** Literal names in a type such as `'id' | 'name'`. */
function keysOf(node: Node): string[] {
  if (node.type === 'TSUnionType') return node.types.flatMap(keysOf);
  return node.type === 'TSLiteralType' && node.literal.type === 'Literal' ? [String(node.literal.value)] : [];
}

function keep(shape: Shape, keys: readonly string[], wanted: boolean): Shape {
  if (!shape.fields || keys.length === 0) return UNKNOWN;
  return { ...shape, fields: new Map([...shape.fields].filter(([name]) => keys.includes(name) === wanted)) };
}

function mapFields(shape: Shape, change: (field: Shape) => Shape): Shape {
  if (!shape.fields) return shape;
  return { ...shape, fields: new Map([...shape.fields].map(([name, field]) => [name, change(field)])) };
}
