import type { Plugin } from 'vite';

/**
 * Chunks of the console whose functions are nearly all called before a screen is rendered. Not `base`: the gate needs only a part of it,
 * and would wait for the whole.
 */
const CALLED = /^(shell|frame)$/;

/**
 * Makes Chromium compile all functions of the chunks that all screens of the console need during the download, on a background thread.
 * Otherwise it parses each function twice, the second time on the main thread. Other browsers take the line for a comment.
 */
export function compileAhead(): Plugin {
  return {
    name: 'compile-ahead',
    apply: 'build',
    generateBundle: {
      // The line has to be the first, before the lines that Vite adds at the top.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && CALLED.test(chunk.name))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      },
    },
  };
}
