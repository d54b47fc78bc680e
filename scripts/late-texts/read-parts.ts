import { parseSync } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Part: a top-level declaration of a module, such as a component, a hook or a list of columns. */
export interface Part {
  /** Namespaces that its own body uses. */
  readonly texts: ReadonlySet<string>;
  /** Names that the part refers to outside of its boundaries. */
  readonly uses: ReadonlySet<string>;
  readonly boundaries: readonly Boundary[];
  /** Set for a part whose code is lazy: loaded when it is rendered (`lazy`), or within its own boundary (`part`, `dialog`). */
  readonly fetched?: { readonly by: 'lazy' | 'part' | 'dialog'; readonly text: string };
}

/** Boundary: `Suspense`, or a component of ours that wraps its children in one: while one child suspends, all of them are hidden. */
interface Boundary {
  readonly line: number;
  readonly uses: ReadonlySet<string>;
}

export interface Module {
  readonly parts: ReadonlyMap<string, Part>;
  /** Imported and re-exported names by their local name; `from` as written. */
  readonly imports: ReadonlyMap<string, { readonly from: string; readonly name: string }>;
  /** Every `import()` with a literal name. */
  readonly fetches: ReadonlyMap<string, string>;
}

const WAYS = new Map([
  ['lazy', 'lazy'],
  ['latePart', 'part'],
  ['lateLine', 'part'],
  ['lateDialog', 'dialog'],
] as const);
const BOUNDARIES = ['Suspense', 'DetailDrawer'];
/** Type-only wrappers; the expression inside is what runs. */
const WRAPPERS = /^TS(As|NonNull|Satisfies)Expression$|^TSTypeAssertion$/;

/**
 * Parses a module: the text namespaces that its parts use, the parts that they render, and those that can suspend without hiding the
 * rest.
 */
export function readParts(file: string, text: string): Module {
  const { program, module } = parseSync(file, text);
  const imports = new Map<string, { from: string; name: string }>();
  for (const { moduleRequest, entries } of module.staticImports)
    for (const { isType, importName, localName } of entries)
      if (!isType) imports.set(localName.value, { from: moduleRequest.value, name: importName.name ?? '*' });
  for (const { entries } of module.staticExports)
    for (const { isType, moduleRequest, importName, exportName } of entries)
      if (!isType && moduleRequest)
        imports.set(exportName.name ?? '*', { from: moduleRequest.value, name: importName.name ?? '*' });
  const declared = (program as unknown as { body: Node[] }).body.flatMap(declarationsOf);
  const known = new Set([...declared.map(([name]) => name), ...imports.keys()]);
  const parts = new Map(declared.map(([name, node]) => [name, partOf(node, known, text)]));
  const fetches = new Map(
    [...text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g)].map(([whole, from = '']) => [whole, from] as const),
  );
  return { parts, imports, fetches };
}

function declarationsOf(statement: Node): [name: string, node: Node][] {
  const node = (statement.type.startsWith('Export') ? statement.declaration : statement) as Node | null;
  if (node?.type === 'FunctionDeclaration') return [[nameOf(node.id), node]];
  if (node?.type !== 'VariableDeclaration') return [];
  return (node.declarations as Node[]).flatMap((each) => (each.init ? [[nameOf(each.id), each.init as Node]] : []));
}

function partOf(node: Node, known: ReadonlySet<string>, text: string): Part {
  const texts = new Set<string>();
  const boundaries: Boundary[] = [];
  const collect = (inner: Node, uses: Set<string>): void => {
    if (/^TS/.test(inner.type)) {
      if (WRAPPERS.test(inner.type)) collect(inner.expression as Node, uses);
      return;
    }
    // Only prefetched, or tested for being loaded: the rendering is elsewhere.
    if (inner.type === 'MemberExpression' && /^(ahead|useIsHere)$/.test(nameOf(inner.property))) return;
    if (/^(JSX)?Identifier$/.test(inner.type) && known.has(nameOf(inner))) uses.add(nameOf(inner));
    if (inner.type === 'CallExpression' && nameOf(inner.callee) === 'useTranslation')
      for (const each of literalsIn((inner.arguments as Node[])[0])) texts.add(each);
    const isBoundary = inner.type === 'JSXElement' && BOUNDARIES.includes(nameOf((inner.openingElement as Node).name));
    for (const [field, child] of childrenOf(inner)) if (!isBoundary || field !== 'children') collect(child, uses);
    if (!isBoundary) return;
    const within = new Set<string>();
    for (const child of inner.children as Node[]) collect(child, within);
    boundaries.push({ line: text.slice(0, inner.start).split('\n').length, uses: within });
  };
  const uses = new Set<string>();
  collect(node, uses);
  const by = node.type === 'CallExpression' ? WAYS.get(nameOf(node.callee) as 'lazy') : undefined;
  const fetched = by && { by, text: text.slice(node.start, node.end) };
  return { texts, uses, boundaries, ...(fetched && { fetched: fetched as Part['fetched'] & {} }) };
}

/** Child nodes that run: without the names of fields and attributes. */
function childrenOf(node: Node): [field: string, child: Node][] {
  return Object.entries(node).flatMap(([field, value]) => {
    if (node.computed !== true && ((field === 'property' && /Member/.test(node.type)) || field === 'key')) return [];
    if (node.type === 'JSXAttribute' && field === 'name') return [];
    const all = Array.isArray(value) ? value : [value];
    return all.flatMap((each): [string, Node][] => (isNode(each) ? [[field, each]] : []));
  });
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node.name === 'string' ? node.name : '';
}

function literalsIn(node: Node | undefined): string[] {
  if (node?.type === 'Literal') return [String(node.value)];
  return node?.type === 'ArrayExpression' ? (node.elements as Node[]).flatMap(literalsIn) : [];
}
