import type { Plugin } from 'vite';

/** Longer than a restart takes. If the server does not return, the call fails. */
const MAX_HOLD_MS = 20_000;

/** Holds calls while the server restarts, so that a page that is reloaded meanwhile waits instead of failing. */
export function holdCalls(serverThere: () => Promise<void>): Plugin {
  return {
    name: 'hold-calls',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use(async (request, _, next) => {
        if (request.url?.startsWith('/api/')) {
          let given: NodeJS.Timeout | undefined;
          const gaveUp = new Promise<void>((resolve) => {
            given = setTimeout(resolve, MAX_HOLD_MS);
          });
          await Promise.race([serverThere(), gaveUp]);
          clearTimeout(given);
        }
        next();
      });
    },
  };
}
