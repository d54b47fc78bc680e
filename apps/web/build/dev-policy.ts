import { randomBytes } from 'node:crypto';
import type { Plugin } from 'vite';

/** Additions to the server's policy for the development server alone; everything else stays as strict. */
const ADDED: Readonly<Record<string, (nonce: string) => string>> = {
  // React's preamble is an inline script.
  'script-src': (nonce) => `'nonce-${nonce}'`,
  // In development style sheets are `<style>` elements, those of libraries included; the build replaces them.
  'style-src': () => `'unsafe-inline'`,
  'worker-src': () => 'blob:',
};

/** Directives that the development server omits: its client, and unpatched libraries, write markup. */
const LEFT_OUT: readonly string[] = ['require-trusted-types-for', 'trusted-types'];

/** Sends pages with the content security policy of the running server, so that blocked code is noticed during development. */
export function devPolicy(serverUrl: string): Plugin {
  const nonce = randomBytes(16).toString('base64');
  let policy: string | null = null;
  return {
    name: 'dev-policy',
    apply: 'serve',
    config: () => ({ html: { cspNonce: nonce } }),
    configureServer(server) {
      server.middlewares.use(async (request, response, next) => {
        if (request.headers.accept?.includes('text/html')) {
          policy ??= await policyOf(serverUrl);
          if (policy !== null) response.setHeader('Content-Security-Policy', widen(policy, nonce));
        }
        next();
      });
    },
  };
}

/** Returns the policy that the server sends with its responses; null while the server cannot be reached. */
async function policyOf(serverUrl: string): Promise<string | null> {
  try {
    const answer = await fetch(new URL('/api/health/live', serverUrl));
    return answer.headers.get('Content-Security-Policy');
  } catch {
    return null;
  }
}

function widen(policy: string, nonce: string): string {
  return policy
    .split(';')
    .filter((directive) => !LEFT_OUT.includes(directive.trim().split(' ')[0] ?? ''))
    .map((directive) => {
      const [name = ''] = directive.trim().split(' ');
      const added = ADDED[name]?.(nonce);
      return added === undefined ? directive : `${directive} ${added}`;
    })
    .join(';');
}
