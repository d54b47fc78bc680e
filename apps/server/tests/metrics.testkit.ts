/** Value of a series in the text of the metrics; undefined if there is none with exactly these labels. */
export function figureOf(
  text: string,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number | undefined {
  const wanted = JSON.stringify(Object.entries(labels).sort());
  for (const line of text.split('\n')) {
    const [, found, inside = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (found !== name) continue;
    const pairs = [...inside.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, said]) => [label, said]);
    if (JSON.stringify(pairs.sort()) === wanted) return Number(value);
  }
  return undefined;
}

/** Every value of every label. */
export function labelValues(text: string): string[] {
  return [...text.matchAll(/\w+="([^"]*)"/g)].map(([, value = '']) => value);
}
