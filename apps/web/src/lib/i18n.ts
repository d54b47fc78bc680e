import { fillIn } from './fill-in.ts';
import type { Texts } from './i18n-keys.d.ts';
import { fetchRefusalWords } from './refusal-text.ts';
import { createStore } from './store.ts';

export const LANGUAGES = ['en', 'sw'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Namespace: the texts of one feature, in one file per language. */
export type Namespace = keyof Texts;
type Values = Readonly<Record<string, unknown>>;

/** Base: the common part of the keys of a text with several plural forms (`left_one`, `left_other`), by which the text is looked up. */
type Base<Key> = Key extends `${infer Whole}_${'zero' | 'one' | 'other'}` ? Whole : Key;
type KeysOf<Tree> = {
  [Key in keyof Tree & string]: Tree[Key] extends string ? Base<Key> : `${Key}.${KeysOf<Tree[Key]>}`;
}[keyof Tree & string];
type NamedKey<N extends Namespace> = { [Each in N]: `${Each}:${KeysOf<Texts[Each]>}` }[N];

/** Returns the text at a key: `key` in the first namespace, `namespace:key` in any. A key that is in no file does not compile. */
export type Say<First extends Namespace, Named extends Namespace = First> = (
  key: KeysOf<Texts[First]> | NamedKey<Named>,
  values?: Values,
) => string;

const KEPT = 'language';
const files = import.meta.glob<object>('../locales/*/*.json', { import: 'default' });
const loaded = new Map<string, ReadonlyMap<string, string>>();
const loading = new Map<string, Promise<void>>();
const sayings = new Map<string, (key: string, values?: Values) => string>();
const language = createStore<Language>('en');
let wanted: Language = 'en';

/** Texts outside of components, which use `useTranslation` instead. */
export const i18n = {
  get language(): Language {
    return language.get();
  },
  t: ((key: string, values?: Values) => textOf(language.get(), 'ui', key, values) ?? key) as Say<'ui', Namespace>,
  exists(namespace: Namespace, key: string): boolean {
    return textOf(language.get(), namespace, key) !== undefined;
  },
  loadNamespaces: (...namespaces: readonly Namespace[]): Promise<void> => loadAll(language.get(), namespaces),
  /** Switches the language only once all namespaces in use are loaded, so that no screen mixes two languages. */
  async changeLanguage(next: Language): Promise<void> {
    wanted = next;
    await loadAll(next, [...new Set([...loaded.keys()].map((key) => key.split('/')[1] as Namespace))]);
    if (wanted !== next) return;
    localStorage.setItem(KEPT, next);
    speak(next);
  },
};

/**
 * Returns the texts of namespaces. The component suspends (`Suspense`) until they are loaded, and is rendered again when the language
 * changes.
 */
export function useTranslation<First extends Namespace, More extends Namespace = never>(
  namespaces: First | readonly [First, ...More[]],
): { readonly t: Say<First, First | More>; readonly i18n: typeof i18n } {
  const now = language.use();
  const names: readonly Namespace[] = typeof namespaces === 'string' ? [namespaces] : namespaces;
  // Throws the promise instead of calling `use`: a component that is rendered again with its texts loaded would have called one hook fewer.
  // The namespaces load in parallel.
  if (names.some((each) => !loaded.has(`${now}/${each}`))) throw Promise.all(names.map((each) => load(now, each)));
  return { t: sayingOf(now, names[0] as First), i18n };
}

/** Returns the text at a key that is composed at run time from a code of the server; `otherwise` where the key does not exist. */
export function textAt(namespace: Namespace, key: string, otherwise: string, values?: Values): string {
  return textOf(language.get(), namespace, key, values) ?? otherwise;
}

export async function startI18n(namespaces: readonly Namespace[]): Promise<void> {
  wanted = preferred();
  await loadAll(wanted, namespaces);
  speak(wanted);
}

function speak(next: Language): void {
  document.documentElement.lang = next;
  language.set(next);
}

async function loadAll(spoken: Language, namespaces: readonly Namespace[]): Promise<void> {
  const ours = spoken === 'en' ? [] : [load(spoken, 'problems'), fetchRefusalWords()];
  await Promise.all([...ours, ...namespaces.map((each) => load(spoken, each))]);
}

function load(spoken: Language, namespace: Namespace): Promise<void> {
  const name = `${spoken}/${namespace}`;
  let work = loading.get(name);
  if (!work) {
    work = read(spoken, namespace).then((texts) => {
      // A file that failed to load is requested again by the next caller.
      if (texts.size === 0) loading.delete(name);
      loaded.set(name, texts);
    });
    loading.set(name, work);
  }
  return work;
}

/** Falls back to the other language where a file fails to load, so that the screen does not wait for ever. */
async function read(spoken: Language, namespace: Namespace): Promise<ReadonlyMap<string, string>> {
  const ways = [spoken, ...LANGUAGES].map((each) => files[`../locales/${each}/${namespace}.json`]);
  for (const fetchFile of ways) {
    // A failure continues with the next language.
    const texts = await fetchFile?.().catch(() => undefined);
    if (texts) return flat(texts);
  }
  return new Map();
}

function flat(tree: object, path = '', texts = new Map<string, string>()): Map<string, string> {
  for (const [key, value] of Object.entries(tree))
    typeof value === 'string' ? texts.set(path + key, value) : flat(value, `${path}${key}.`, texts);
  return texts;
}

/** Returns the same function for the same language and namespace each time, so that memoised values that depend on it stay valid. */
function sayingOf(spoken: Language, namespace: Namespace): (key: string, values?: Values) => string {
  const name = `${spoken}/${namespace}`;
  let say = sayings.get(name);
  if (!say) {
    say = (key, values) => textOf(spoken, namespace, key, values) ?? key;
    sayings.set(name, say);
  }
  return say;
}

function textOf(spoken: Language, namespace: Namespace, key: string, values: Values = {}): string | undefined {
  const named = key.indexOf(':');
  const texts = loaded.get(`${spoken}/${named < 0 ? namespace : key.slice(0, named)}`);
  const bare = key.slice(named + 1);
  const special = typeof values.context === 'string' ? texts?.get(`${bare}_${values.context}`) : undefined;
  const text = special ?? (texts && formOf(texts, spoken, bare, values.count));
  return text && fillIn(text, values);
}

function formOf(texts: ReadonlyMap<string, string>, spoken: Language, key: string, count: unknown): string | undefined {
  if (typeof count !== 'number') return texts.get(key);
  const none = count === 0 ? texts.get(`${key}_zero`) : undefined;
  return none ?? texts.get(`${key}_${formFor(spoken, count)}`) ?? texts.get(key);
}

const rules = new Map<Language, Intl.PluralRules>();

function formFor(spoken: Language, count: number): string {
  const rule = rules.get(spoken) ?? new Intl.PluralRules(spoken);
  rules.set(spoken, rule);
  return rule.select(count);
}

function preferred(): Language {
  const kept = localStorage.getItem(KEPT) ?? navigator.language;
  return kept.startsWith('sw') ? 'sw' : 'en';
}
