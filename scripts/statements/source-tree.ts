import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type ESTree, parseSync } from 'vite';

export type Node = ESTree.Node;
export type Func = ESTree.Function | ESTree.ArrowFunctionExpression;

/** A parsed source file. */
export interface Source {
  readonly path: string;
  readonly text: string;
  readonly program: ESTree.Program;
  readonly parents: ReadonlyMap<Node, Node>;
}

/** A node, and the file in which its names are resolved. */
export interface Place<N extends Node = Node> {
  readonly source: Source;
  readonly node: N;
}

/** Declaration of a value; `keys` lead into the object or list that is destructured (`const { a } = …`). */
export type Binding =
  | { readonly kind: 'const'; readonly place: Place; readonly keys: readonly string[] }
  | { readonly kind: 'function'; readonly place: Place<Func> }
  | {
      readonly kind: 'parameter';
      readonly place: Place<Func>;
      readonly index: number;
      readonly keys: readonly string[];
      readonly fallback: Node | null;
    };

export interface SourceTree {
  load(path: string): Source;
  /** Resolves a value's name from the place of its use, through enclosing scopes and imports. */
  findValue(name: string, from: Place): Binding | null;
  /** Resolves a type's name in the same way as `findValue`. */
  findType(name: string, from: Place): Place<ESTree.TSInterfaceDeclaration | ESTree.TSTypeAliasDeclaration> | null;
}

/** Opens the sources under a root; each file is read and parsed once. */
export function openSources(root: string): SourceTree {
  const loaded = new Map<string, Source>();

  function load(path: string): Source {
    const known = loaded.get(path);
    if (known) return known;
    const text = readFileSync(join(root, path), 'utf8');
    const { program } = parseSync(path, text);
    const parents = new Map<Node, Node>();
    walk(program, (node) => {
      for (const child of childrenOf(node)) parents.set(child, node);
    });
    const source = { path, text, program, parents };
    loaded.set(path, source);
    return source;
  }

  function resolve(from: string, name: string): Source | null {
    const [, ours, file] = /^@mfuko\/([^/]+)\/(.+)$/.exec(name) ?? [];
    const path = ours ? `packages/${ours}/src/${file}.ts` : join(dirname(from), name);
    return (ours || name.startsWith('.')) && existsSync(join(root, path)) ? load(path) : null;
  }

  function findImport(name: string, source: Source) {
    for (const statement of source.program.body) {
      if (statement.type !== 'ImportDeclaration') continue;
      const one = statement.specifiers.find(({ local }) => local.name === name);
      if (!one) continue;
      const imported = one.type === 'ImportSpecifier' ? nameOf(one.imported) : '*';
      return { module: statement.source.value, name: imported };
    }
    return null;
  }

  /** Follows an exported name to the file that declares it. */
  function exported<T>(source: Source, name: string, declared: (source: Source, name: string) => T | null): T | null {
    const here = declared(source, name);
    if (here) return here;
    for (const statement of source.program.body) {
      if (statement.type === 'ExportNamedDeclaration') {
        const one = statement.specifiers.find((each) => nameOf(each.exported) === name);
        if (!one) continue;
        if (!statement.source)
          return declared(source, nameOf(one.local)) ?? imported(source, nameOf(one.local), declared);
        const next = resolve(source.path, statement.source.value);
        return next && exported(next, nameOf(one.local), declared);
      }
    }
    return null;
  }

  function imported<T>(source: Source, name: string, declared: (source: Source, name: string) => T | null): T | null {
    const found = findImport(name, source);
    const next = found && resolve(source.path, found.module);
    return found && next ? exported(next, found.name, declared) : null;
  }

  return {
    load,
    findValue(name, { source, node }) {
      for (let at: Node | undefined = node; at; at = source.parents.get(at)) {
        const found = isFunction(at) ? parameterOf(source, at, name) : declaredIn(source, at, name);
        if (found) return found;
      }
      const [first, member] = name.split('.');
      if (first !== undefined && member !== undefined) {
        const space = findImport(first, source);
        const next = space?.name === '*' ? resolve(source.path, space.module) : null;
        return next && exported(next, member, (where, what) => declaredIn(where, where.program, what));
      }
      return imported(source, name, (where, what) => declaredIn(where, where.program, what));
    },
    findType(name, { source, node }) {
      const [first, member] = name.split('.');
      if (first !== undefined && member !== undefined) {
        const space = findImport(first, source);
        const next = space?.name === '*' ? resolve(source.path, space.module) : null;
        return next && exported(next, member, (where, what) => typeIn(where, where.program, what));
      }
      for (let at: Node | undefined = node; at; at = source.parents.get(at)) {
        const found = typeIn(source, at, name);
        if (found) return found;
      }
      return imported(source, name, (where, what) => typeIn(where, where.program, what));
    },
  };
}

/** Visits a node and all its descendants. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && typeof value.type === 'string');
}

export function isFunction(node: Node): node is Func {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
}

export function nameOf(node: ESTree.ModuleExportName | Node): string {
  if (node.type === 'Identifier') return node.name;
  return node.type === 'Literal' ? String(node.value) : '';
}

function parameterOf(source: Source, func: Func, name: string): Binding | null {
  for (const [index, parameter] of func.params.entries()) {
    const found = inPattern(parameter, name);
    if (found) return { kind: 'parameter', place: { source, node: func }, index, ...found };
  }
  return null;
}

function declaredIn(source: Source, scope: Node, name: string): Binding | null {
  if (scope.type !== 'Program' && scope.type !== 'BlockStatement') return null;
  for (const statement of scope.body) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement;
    if (declaration.type === 'FunctionDeclaration' && declaration.id?.name === name) {
      return { kind: 'function', place: { source, node: declaration } };
    }
    if (declaration.type !== 'VariableDeclaration' || declaration.kind !== 'const') continue;
    for (const { id, init } of declaration.declarations) {
      const found = init && inPattern(id, name);
      if (!found) continue;
      if (isFunction(init)) return { kind: 'function', place: { source, node: init } };
      return { kind: 'const', place: { source, node: init }, keys: found.keys };
    }
  }
  return null;
}

function typeIn(source: Source, scope: Node, name: string) {
  if (scope.type !== 'Program' && scope.type !== 'BlockStatement') return null;
  for (const statement of scope.body) {
    const node =
      statement.type === 'ExportNamedDeclaration' && statement.declaration ? statement.declaration : statement;
    const isType = node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration';
    if (isType && node.id.name === name) return { source, node };
  }
  return null;
}

/** Finds a name in a pattern such as `{ a, b: [c] }`, with the keys that lead to it. */
function inPattern(pattern: Node, name: string): { keys: string[]; fallback: Node | null } | null {
  if (pattern.type === 'Identifier') return pattern.name === name ? { keys: [], fallback: null } : null;
  if (pattern.type === 'AssignmentPattern') {
    const found = inPattern(pattern.left, name);
    return found && { ...found, fallback: found.fallback ?? pattern.right };
  }
  if (pattern.type === 'ArrayPattern') {
    for (const [index, element] of pattern.elements.entries()) {
      const found = element && inPattern(element, name);
      if (found) return { ...found, keys: [String(index), ...found.keys] };
    }
  }
  if (pattern.type === 'ObjectPattern') {
    for (const property of pattern.properties) {
      if (property.type !== 'Property') continue;
      const found = inPattern(property.value, name);
      if (found) return { ...found, keys: [nameOf(property.key), ...found.keys] };
    }
  }
  return null;
}
