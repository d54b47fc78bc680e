import type { Plugin } from 'vite';

const GATE_PATHS =
  /^\/app\/(?:check(?:(?:in|out)\.(?:fingerprint|pin)|\.(?:rollcall|trip|start))|school\.menu\.consume)\/?$/;

/** Serves gate.html for the gate's screens in development, as the server does; all other screens get index.html. */
export function gateFallback(): Plugin {
  return {
    name: 'gate-fallback',
    configureServer(server) {
      server.middlewares.use((request, _, next) => {
        if (GATE_PATHS.test(request.url?.split('?')[0] ?? '')) request.url = '/gate.html';
        next();
      });
    },
  };
}
