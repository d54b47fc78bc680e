import type { Plugin } from 'vite';

/** Chunks of the console whose functions are nearly all called before a screen stands. The gate, which needs but a part of `base`, would wait for the whole. */
const CALLED = /^(shell|frame)$/;

/**
 * Tells Chromium to compile all functions of the chunks that every screen of the console needs while they arrive, on a thread of its own. Else it reads each
 * function twice, the second time on the thread that draws the page. A browser that does not know the line takes it for a comment.
 */
export function compileAhead(): Plugin {
  return {
    name: 'compile-ahead',
    apply: 'build',
    generateBundle: {
      // The line has to be the first, before what Vite writes at the top.
      order: 'post',
      handler(_, bundle) {
        for (const chunk of Object.values(bundle))
          if (chunk.type === 'chunk' && CALLED.test(chunk.name))
            chunk.code = `//# allFunctionsCalledOnLoad\n${chunk.code}`;
      },
    },
  };
}
