import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const FRAME = /\/(frame|later-calls)-[\w-]{7,8}\.(js|css)$/;
/** Texts of the frame, the sign-in screen and what both are made of. */
const TEXTS = /\/locales\/(\w+)\/(shell|ui)\.json$/;
/** The screen that is opened most, and its texts. */
const OPENED_MOST = 'student.view';
const SCREEN = /\/features\/students\/StudentsPage\.tsx$/;
const SCREEN_TEXTS = /\/locales\/(\w+)\/students\.json$/;
/** Signs that nearly all texts are written with. Asked for by the first text that is laid out, all of them would be laid out once more. */
const FONT = /\/inter-basic-[\w-]{8}\.woff2$/;

/**
 * Tells the page which files every screen of the console needs, so that `public/early.js` can have them fetched while the browser
 * still reads what main.tsx needs: its texts by language, and the frame, which the sign-in screen does without; likewise what the
 * list opened most needs beside them. The font is asked for by the page itself, after its scripts.
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
        if (ahead.length !== 3) throw new Error(`The frame is in other chunks now: ${ahead.join(', ')}`);
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
            // Before any script: early.js reads them.
            .replace('<head>', ['<head>', ...tags].join('\n    '))
            .replace('</head>', [...fonts, '</head>'].join('\n  '))
        );
      },
    },
  };
}

/** Files of modules, by the name of the tag that tells of them, which may hold the language of a text. */
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
