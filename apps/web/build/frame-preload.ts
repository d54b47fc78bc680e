import { basename } from 'node:path';
import type { Plugin } from 'vite';

const FRAME = /\/(frame|calls|screens)-[^/]+\.js$/;

/** Has the browser fetch what every screen of the console needs while it still reads what the sign-in screen needs. */
export function framePreload(): Plugin {
  return {
    name: 'frame-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle, filename }) {
        if (basename(filename) !== 'index.html') return [];
        const ahead = Object.keys(bundle ?? {}).filter((name) => FRAME.test(name));
        if (ahead.length !== 3) throw new Error(`The frame is in other chunks now: ${ahead.join(', ')}`);
        return ahead.map((name) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${name}` },
          injectTo: 'head',
        }));
      },
    },
  };
}
