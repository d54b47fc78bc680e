import { basename } from 'node:path';
import type { Plugin } from 'vite';

const FRAME = /\/(frame|calls|later-calls)-[\w-]{8}\.(js|css)$/;

/**
 * Tells the page which files every screen of the console needs, so that `public/early.js` can have them fetched while the browser
 * still reads what main.tsx needs. The sign-in screen, which is the same page, does without them.
 */
export function framePreload(): Plugin {
  return {
    name: 'frame-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle, filename }) {
        if (basename(filename) !== 'index.html') return html;
        const ahead = Object.keys(bundle ?? {}).filter((name) => FRAME.test(name));
        if (ahead.length !== 4) throw new Error(`The frame is in other chunks now: ${ahead.join(', ')}`);
        // Before any script: early.js reads it.
        const tag = `<meta name="frame" content="${ahead.map((name) => `/${name}`).join(' ')}" />`;
        return html.replace('<head>', `<head>\n    ${tag}`);
      },
    },
  };
}
