/** Compares the first column of the table of kinds in `docs/features/notices.md` with the kinds of the contract. */
export function noticeKindProblems(page: string, kinds: readonly string[]): string[] {
  const rows = /^## Kinds$([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(page)?.[1] ?? '';
  const named = [...rows.matchAll(/^\|([^|]*)\|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, kind = '']) => kind),
  );
  return [
    ...kinds.filter((kind) => !named.includes(kind)).map((kind) => `no row for the notice kind ${kind}`),
    ...named.filter((kind) => !kinds.includes(kind)).map((kind) => `the contract has no notice kind ${kind}`),
    ...named.filter((kind, at) => named.indexOf(kind) !== at).map((kind) => `two rows for the notice kind ${kind}`),
  ];
}
