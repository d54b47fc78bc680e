import type { ESTree, Plugin } from 'vite';

type Statement = ESTree.Program['body'][number];

const CONTRACT = /\/packages\/contract\/src\/[\w-]+\.ts$/;
const CONSOLE = /\/apps\/web\/src\//;
/** Functions that declare calls (`endpoint.ts`); the answer's schema is a property of their second argument. */
const MAKERS: ReadonlySet<string> = new Set(['read', 'list', 'record', 'stream', 'file']);

/**
 * Splits the contract's files, so that a call is loaded with the screens that make it, and a new one adds nothing to other screens: each
 * declaration becomes a module, and the file an index of them. The answers' schemas are removed from calls: a browser does not validate the
 * server's answers, so that the schemas are of use to the compiler alone.
 */
export function contractByCall(): Plugin {
  const parts = new Map<string, string>();
  return {
    name: 'contract-by-call',
    apply: 'build',
    resolveId: (id) => (parts.has(id) ? { id, moduleSideEffects: false } : null),
    load: (id) => parts.get(id) ?? null,
    transform(code, id) {
      if (CONSOLE.test(id) && /\.output\b/.test(code))
        this.error(`${id} reads what a call answers: the browser is not told (contract-by-call.ts).`);
      if (!CONTRACT.test(id)) return null;
      const { body } = this.parse(code);
      const index = split(code, body, id, parts);
      return { code: index, map: null, moduleSideEffects: false };
    },
  };
}

/** Adds a module to `parts` for each declaration of a file; returns the index that replaces the file. */
function split(code: string, body: readonly Statement[], id: string, parts: Map<string, string>): string {
  const imports = body.filter((each) => each.type === 'ImportDeclaration');
  const declared = body.flatMap((each) => {
    // A file that contains only types leaves an empty export.
    if (each.type === 'ImportDeclaration' || (isExport(each) && !each.declaration && !each.specifiers[0])) return [];
    const own = isExport(each) ? each.declaration : each;
    const names = own && namesOf(own);
    // Any other statement would run never, or once in each of the modules.
    if (!own || !names) throw new Error(`${id} does more than declare: ${code.slice(each.start, each.end)}`);
    return [{ names, text: withoutAnswer(code, own), address: `${id}?of=${names[0]}`, isExported: own !== each }];
  });
  for (const { names, text, address } of declared) {
    const words = new Set(text.match(/[\w$]+/g));
    const needed = [
      ...imports.flatMap((each) => importOf(each, words)),
      ...declared.flatMap((other) => (other.address === address ? [] : importLine(other.names, other.address, words))),
    ];
    parts.set(address, [...needed, text, `export { ${names.join(', ')} };`].join('\n'));
  }
  return declared
    .filter(({ isExported }) => isExported)
    .map(({ names, address }) => `export { ${names.join(', ')} } from ${JSON.stringify(address)};`)
    .join('\n');
}

function isExport(statement: Statement): statement is ESTree.ExportNamedDeclaration {
  return statement.type === 'ExportNamedDeclaration';
}

/** Returns the names that a statement declares, or null for any other statement. A variable that can be reassigned cannot be moved. */
function namesOf(statement: Statement | ESTree.Declaration): readonly string[] | null {
  if (statement.type === 'FunctionDeclaration' || statement.type === 'ClassDeclaration')
    return statement.id ? [statement.id.name] : null;
  if (statement.type !== 'VariableDeclaration' || statement.kind !== 'const') return null;
  const names = statement.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : []));
  return names.length === statement.declarations.length ? names : null;
}

function importOf({ specifiers, source }: ESTree.ImportDeclaration, words: ReadonlySet<string>): readonly string[] {
  return specifiers.flatMap((each) => {
    if (!words.has(each.local.name)) return [];
    const from = `from ${JSON.stringify(source.value)};`;
    if (each.type === 'ImportNamespaceSpecifier') return [`import * as ${each.local.name} ${from}`];
    const name = each.type === 'ImportDefaultSpecifier' ? 'default' : nameOf(each.imported);
    return [`import { ${name} as ${each.local.name} } ${from}`];
  });
}

function nameOf(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? JSON.stringify(name.value) : name.name;
}

function importLine(names: readonly string[], address: string, words: ReadonlySet<string>): readonly string[] {
  const used = names.filter((name) => words.has(name));
  return used.length === 0 ? [] : [`import { ${used.join(', ')} } from ${JSON.stringify(address)};`];
}

/** Returns the source of a declaration; of a call, without the answer's schema. */
function withoutAnswer(code: string, declared: Statement | ESTree.Declaration): string {
  const made = declared.type === 'VariableDeclaration' ? declared.declarations[0]?.init : null;
  const answer = made?.type === 'CallExpression' ? answerOf(made) : null;
  if (!answer) return code.slice(declared.start, declared.end);
  const after = /^\s*,/.exec(code.slice(answer.end))?.[0].length ?? 0;
  return code.slice(declared.start, answer.start) + code.slice(answer.end + after, declared.end);
}

function answerOf({ callee, arguments: [, shape] }: ESTree.CallExpression): ESTree.ObjectProperty | null {
  if (callee.type !== 'Identifier' || !MAKERS.has(callee.name) || shape?.type !== 'ObjectExpression') return null;
  const isAnswer = (each: ESTree.ObjectPropertyKind): each is ESTree.ObjectProperty =>
    each.type === 'Property' && each.key.type === 'Identifier' && each.key.name === 'output';
  return shape.properties.find(isAnswer) ?? null;
}
