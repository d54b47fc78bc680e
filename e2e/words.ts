import { readFileSync } from 'node:fs';

export const LANGUAGES = ['en', 'sw'] as const;
export type Language = (typeof LANGUAGES)[number];

const LOCALES = new URL('../apps/web/src/locales/', import.meta.url);

/** Returns the console's text of a key (`namespace:path.to.it`), so that a journey can run in either language. */
export function say(language: Language, key: string, values: Readonly<Record<string, string>> = {}): string {
  const [namespace = '', path = ''] = key.split(':');
  let at: unknown = JSON.parse(readFileSync(new URL(`${language}/${namespace}.json`, LOCALES), 'utf8'));
  for (const step of path.split('.')) at = (at as Record<string, unknown> | undefined)?.[step];
  if (typeof at !== 'string') throw new Error(`${language} has no text ${key}.`);
  return at.replaceAll(/\{\{(\w+)\}\}/g, (hole, name: string) => values[name] ?? hole);
}
