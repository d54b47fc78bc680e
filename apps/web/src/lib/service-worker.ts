declare global {
  /** Trusted Types, which TypeScript's DOM does not know; what a policy makes stands for the text that it was made of. */
  var trustedTypes:
    | {
        createPolicy(
          name: string,
          rules: { createScriptURL(address: string): string },
        ): { createScriptURL(address: string): string };
      }
    | undefined;
}

const SCRIPT = '/gate-sw.js';

/**
 * Policy: the only one that the server's content security policy names (`platform/http/server.ts`), and it says yes to one address.
 * Made as the page starts, for a name cannot be taken twice.
 */
const policy = globalThis.trustedTypes?.createPolicy('mfuko-service-worker', {
  createScriptURL(address) {
    if (address !== SCRIPT) throw new TypeError('Only the service worker of the desks is trusted.');
    return address;
  },
});

/** Registers the desks' service worker for the screens below the scope. Throws whatever the browser does. */
export function registerServiceWorker(scope: string): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(policy?.createScriptURL(SCRIPT) ?? SCRIPT, { scope });
}
