/** Maximum number of lines without a reason in docs/large-files.md. */
export const MAX_LINES = 150;

export interface Source {
  /** Path from the root of the repository. */
  readonly file: string;
  readonly lines: number;
}

/** Reads the table's rows: file and reason. */
export function readReasons(markdown: string): Map<string, string> {
  const rows = [...markdown.matchAll(/^\| `([^`]+)` \|(.*)\|$/gm)];
  return new Map(rows.map(([, file = '', reason = '']) => [file, reason.trim()]));
}

/** Finds long files without a reason, and rows without a reason or whose file no longer exists. */
export function findUnexplained(sources: readonly Source[], reasons: ReadonlyMap<string, string>): string[] {
  const files = new Set(sources.map(({ file }) => file));
  return [
    ...sources
      .filter(({ file, lines }) => lines > MAX_LINES && !reasons.has(file))
      .map(
        ({ file, lines }) => `${file} has ${lines} lines: split it by use case, or say why not in docs/large-files.md`,
      ),
    ...[...reasons].flatMap(([file, reason]) => {
      if (!files.has(file)) return [`docs/large-files.md: there is no ${file}`];
      return reason === '' ? [`docs/large-files.md: ${file} has no reason`] : [];
    }),
  ];
}
