/**
 * Sets values in the text of a settings file: in place if the name exists, commented or not, otherwise at the end. Everything else stays
 * unchanged.
 */
export function setSettings(text: string, values: Readonly<Record<string, string>>): string {
  const missing = new Map(Object.entries(values));
  const lines = text.replace(/\n$/, '').split('\n');
  const changed = lines.map((line) => {
    const name = /^\s*(?:export\s+)?([A-Z_]+)\s*=/.exec(line)?.[1] ?? '';
    const value = values[name];
    if (value === undefined) return line;
    missing.delete(name);
    return `${name}=${value}`;
  });
  return `${[...changed, ...[...missing].map(([name, value]) => `${name}=${value}`)].join('\n')}\n`;
}
