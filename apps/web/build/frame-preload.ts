import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const FRAME = /\/(frame|later-calls)-[\w-]{7,8}\.(js|css)$/;
/** Texts of the frame, the sign-in screen and their shared parts. */
const TEXTS = /\/locales\/(\w+)\/(shell|ui)\.json$/;
/** Most frequently opened screen, and its texts. */
const OPENED_MOST = 'student.view';
const SCREEN = /\/features\/students\/StudentsPage\.tsx$/;
const SCREEN_TEXTS = /\/locales\/(\w+)\/students\.json$/;
/** Font with the characters of nearly all texts. If the first rendered text requested it, all texts would be laid out twice. */
const FONT = /\/inter-basic-[\w-]{8}\.woff2$/;

/**
 * Tells the page which files all screens of the console need, so that `public/early.js` can preload them while the browser still parses the
 * imports of main.tsx: the texts by language, and the frame, which the sign-in screen does not need; also the files of the list that is
 * opened most. The page itself requests the font, after its scripts.
 */
export function framePreload(): Plugin {
  return {
    name: 'frame-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, filename }) {
        if (basename(filename) !== 'index.html') return html;
        const names = Object.keys(bundle);
        const ahead = names.filter((name) => FRAME.test(name));
        if (ahead.length !== 3)
          throw new Error(`The frame is built of other chunks than expected: ${ahead.join(', ')}`);
        const screen = filesOf(bundle, SCREEN, () => OPENED_MOST);
        const texts = [
          ...filesOf(bundle, TEXTS, (language) => `texts-${language}`),
          ...filesOf(bundle, SCREEN_TEXTS, (language) => `${OPENED_MOST}-${language}`),
        ];
        const tags = [['frame', ahead] as const, ...screen, ...texts].map(
          ([name, files]) => `<meta name="${name}" content="${[...files].map((file) => `/${file}`).join(' ')}" />`,
        );
        const fonts = names
          .filter((name) => FONT.test(name))
          .map((name) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${name}" />`);
        return (
          html
            // Before any script, because early.js reads the tags.
            .replace('<head>', ['<head>', ...tags].join('\n    '))
            .replace('</head>', [...fonts, '</head>'].join('\n  '))
        );
      },
    },
  };
}

/** Returns the files of modules by the name of their meta tag, which may contain the language of a text. */
function filesOf(
  bundle: Rolldown.OutputBundle,
  modules: RegExp,
  tagOf: (language: string) => string,
): ReadonlyMap<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  for (const chunk of Object.values(bundle)) {
    for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
      const found = modules.exec(id);
      const tag = found && tagOf(found[1] ?? '');
      if (tag) files.set(tag, (files.get(tag) ?? new Set()).add(chunk.fileName));
    }
  }
  return files;
}
