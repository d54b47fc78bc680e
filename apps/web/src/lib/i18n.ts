import i18next, { type BackendModule, type FlatNamespace } from 'i18next';
import { initReactI18next } from 'react-i18next';

export const LANGUAGES = ['en', 'sw'] as const;
export type Language = (typeof LANGUAGES)[number];

const KEPT = 'language';
const files = import.meta.glob<Record<string, unknown>>('../locales/*/*.json', { import: 'default' });

/** One file for each language and feature, fetched when the first screen of the feature is shown. */
const backend: BackendModule = {
  type: 'backend',
  init() {},
  read(language, namespace, done) {
    const load = files[`../locales/${language}/${namespace}.json`];
    if (!load) return done(new Error(`There are no ${language} texts for ${namespace}.`), null);
    load().then(
      (texts) => done(null, texts),
      (error: Error) => done(error, null),
    );
  },
};

export const i18n = i18next;

/** The text at a key that is put together while running, from a word of the server; `otherwise` where it has none. */
export function textAt(namespace: FlatNamespace, key: string, otherwise: string, values: object = {}): string {
  // The one place where the type of a key cannot be known.
  const say = i18next.getFixedT(null, namespace) as unknown as (key: string, values: object) => string;
  return i18next.exists(key, { ns: namespace }) ? say(key, values) : otherwise;
}

export async function startI18n(namespaces: readonly string[]): Promise<void> {
  await i18next
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: preferred(),
      fallbackLng: 'en',
      supportedLngs: LANGUAGES,
      load: 'languageOnly',
      ns: namespaces,
      defaultNS: 'ui',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    });
  document.documentElement.lang = i18next.language;
  if (i18next.language !== 'en') await i18next.loadNamespaces('problems');
  i18next.on('languageChanged', (language) => {
    // The server's own words are English; only other languages need ours.
    if (language !== 'en') void i18next.loadNamespaces('problems');
    document.documentElement.lang = language;
    localStorage.setItem(KEPT, language);
  });
}

function preferred(): Language {
  const wanted = localStorage.getItem(KEPT) ?? navigator.language;
  return wanted.startsWith('sw') ? 'sw' : 'en';
}
