import type { ESTree } from 'vite';
import { readTexts } from './read-texts.ts';
import { shapeOf } from './row-types.ts';
import type { Shape } from './shapes.ts';
import { isFunction, type Node, nameOf, type Place, type Source, type SourceTree, walk } from './source-tree.ts';

/** A place where the product sends a statement to the database. */
export interface Statement {
  /** `file:line`. */
  readonly where: string;
  /** All possible texts; null if they cannot be read from the sources. */
  readonly texts: readonly string[] | null;
  /** Row type in the code; null without one. */
  readonly row: Shape | null;
  /** Columns that are named apart from the row, for example the searchable columns of a list. */
  readonly columns: readonly string[];
  /** True if the transaction is read-only. */
  readonly readOnly: boolean;
  /** Role that sends it: the application's, or the owner of the database. */
  readonly by: 'application' | 'owner';
}

/** Methods that send a statement, with the index of the argument that holds the text. */
const WAYS: Record<string, number> = { row: 0, rows: 0, prepared: 1, askPlatform: 0, query: 0 };

/** Finds every statement of a file. */
export function readStatements(tree: SourceTree, path: string): Statement[] {
  const source = tree.load(path);
  const found: Statement[] = [];
  walk(source.program, (node) => {
    if (node.type !== 'CallExpression') return;
    const statement = isList(node) ? ofList(tree, source, node) : ofCall(tree, source, node);
    if (statement) found.push(...statement);
  });
  return found;
}

function isList({ callee }: ESTree.CallExpression): boolean {
  return callee.type === 'Identifier' && callee.name === 'readPage';
}

function ofCall(tree: SourceTree, source: Source, node: ESTree.CallExpression): Statement[] | null {
  const { callee, arguments: args } = node;
  if (callee.type !== 'MemberExpression' || callee.computed) return null;
  const way = nameOf(callee.property);
  const argument = args[WAYS[way] ?? -1];
  if (!argument || !Object.hasOwn(WAYS, way) || isNoStatement(argument)) return null;
  const owned = way === 'query';
  const text = argument.type === 'ObjectExpression' || way === 'askPlatform' ? 'text' : null;
  return [
    {
      where: whereIs(source, node),
      texts: readTexts(tree, { source, node: argument }, text),
      row: rowOf(tree, source, node),
      columns: [],
      readOnly: !owned && isReadOnly(source, callee.object),
      by: owned ? 'owner' : 'application',
    },
  ];
}

/** Statements of a list: its SELECT, with the columns that it is ordered and searched by, and its separate count statement, if any. */
function ofList(tree: SourceTree, source: Source, node: ESTree.CallExpression): Statement[] {
  const given = node.arguments[2];
  const place = given && { source, node: given };
  const texts = (key: string) => (place ? readTexts(tree, place, key) : null);
  const common = { where: whereIs(source, node), readOnly: true, by: 'application' } as const;
  const columns = ['sort', 'tie'].flatMap((key) => texts(key) ?? []).map((column) => column.replace(/^-/, ''));
  const counted = texts('counted');
  return [
    {
      ...common,
      texts: texts('sql'),
      row: rowOf(tree, source, node),
      columns: [...columns, ...searchedOf(tree, place)],
    },
    ...(counted ? [{ ...common, texts: counted, row: null, columns: [] }] : []),
  ];
}

function searchedOf(tree: SourceTree, place: Place | undefined): string[] {
  if (place?.node.type !== 'ObjectExpression') return [];
  const { source, node } = place;
  return node.properties.flatMap((property) => {
    if (property.type !== 'Property' || !/^(searched|digits)$/.test(nameOf(property.key))) return [];
    if (property.value.type !== 'ArrayExpression') return [];
    return property.value.elements.flatMap((element) => (element && readTexts(tree, { source, node: element })) ?? []);
  });
}

function rowOf(tree: SourceTree, source: Source, node: ESTree.CallExpression): Shape | null {
  const row = node.typeArguments?.params[0] ?? returnedRow(source, node);
  return row ? shapeOf(tree, { source, node: row }) : null;
}

/** Row type of a statement whose result is returned directly: from the function's `Promise<Row[]>`, or `Promise<Row | undefined>`. */
function returnedRow(source: Source, node: ESTree.CallExpression): Node | null {
  const parent = source.parents.get(node);
  const func = parent?.type === 'ReturnStatement' ? source.parents.get(source.parents.get(parent) ?? parent) : parent;
  const type = func && isFunction(func) ? func.returnType?.typeAnnotation : undefined;
  const promised = type?.type === 'TSTypeReference' ? type.typeArguments?.params[0] : undefined;
  if (promised?.type === 'TSArrayType') return promised.elementType;
  const isOne = node.callee.type === 'MemberExpression' && nameOf(node.callee.property) === 'row';
  return isOne && promised ? promised : null;
}

/** Returns true if the transaction of a statement is declared as read-only, or comes from a read callback. */
function isReadOnly(source: Source, sender: Node): boolean {
  if (sender.type !== 'Identifier') return false;
  for (let at: Node | undefined = sender; at; at = source.parents.get(at)) {
    if (!isFunction(at)) continue;
    const parameter = at.params.find((each) => each.type === 'Identifier' && each.name === sender.name);
    if (parameter?.type !== 'Identifier') continue;
    const type = parameter.typeAnnotation?.typeAnnotation;
    if (type) return source.text.slice(type.start, type.end) === 'ReadTx';
    const parent = source.parents.get(at);
    const callee = parent?.type === 'CallExpression' ? parent.callee : undefined;
    return callee?.type === 'MemberExpression' && /^(read|readSchool|readPlatform)$/.test(nameOf(callee.property));
  }
  return false;
}

/** Returns true for a number, a function or the like, which cannot be a statement: the method only has the same name. */
function isNoStatement(node: Node): boolean {
  return isFunction(node) || (node.type === 'Literal' && typeof node.value !== 'string');
}

function whereIs(source: Source, node: Node): string {
  return `${source.path}:${source.text.slice(0, node.start).split('\n').length}`;
}
