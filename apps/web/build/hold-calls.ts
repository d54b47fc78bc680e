import type { Plugin } from 'vite';

/** Longer than a restart takes. A server that does not come back shows as the failed call that it is. */
const LONGEST_HOLD_MS = 20_000;

/** Holds calls while the server starts anew: a page that is loaded again meanwhile waits and does not fail. */
export function holdCalls(serverThere: () => Promise<void>): Plugin {
  return {
    name: 'hold-calls',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(async (request, _, next) => {
        if (request.url?.startsWith('/api/')) {
          let given: NodeJS.Timeout | undefined;
          const gaveUp = new Promise<void>((resolve) => {
            given = setTimeout(resolve, LONGEST_HOLD_MS);
          });
          await Promise.race([serverThere(), gaveUp]);
          clearTimeout(given);
        }
        next();
      });
    },
  };
}
