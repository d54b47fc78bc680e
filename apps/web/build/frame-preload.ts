import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const FRAME = /\/(frame|inputs|calls|later-calls)-[\w-]{8}\.(js|css)$/;
/** Texts of the frame, the sign-in screen and what both are made of. */
const TEXTS = /\/locales\/(\w+)\/(shell|ui)\.json$/;

/**
 * Tells the page which files every screen of the console needs, so that `public/early.js` can have them fetched while the browser
 * still reads what main.tsx needs: its texts by language, and the frame, which the sign-in screen does without.
 */
export function framePreload(): Plugin {
  return {
    name: 'frame-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, filename }) {
        if (basename(filename) !== 'index.html') return html;
        const ahead = Object.keys(bundle).filter((name) => FRAME.test(name));
        if (ahead.length !== 5) throw new Error(`The frame is in other chunks now: ${ahead.join(', ')}`);
        const tags = [['frame', ahead] as const, ...textsOf(bundle)].map(
          ([name, files]) => `<meta name="${name}" content="${[...files].map((file) => `/${file}`).join(' ')}" />`,
        );
        // Before any script: early.js reads them.
        return html.replace('<head>', `<head>\n    ${tags.join('\n    ')}`);
      },
    },
  };
}

/** Files of the texts, by the name of the tag that tells of them: one for each language. */
function textsOf(bundle: Rolldown.OutputBundle): ReadonlyMap<string, Set<string>> {
  const files = new Map<string, Set<string>>();
  for (const chunk of Object.values(bundle)) {
    for (const id of chunk.type === 'chunk' ? chunk.moduleIds : []) {
      const language = TEXTS.exec(id)?.[1];
      if (language) files.set(`texts-${language}`, (files.get(`texts-${language}`) ?? new Set()).add(chunk.fileName));
    }
  }
  return files;
}
