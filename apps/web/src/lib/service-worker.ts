declare global {
  /** Trusted Types API, which TypeScript's DOM types lack. The values that a policy creates are declared as plain strings. */
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
 * Policy: the only one that the server's content security policy names (`platform/http/server.ts`); it accepts one address. It is created
 * when the page loads, because a name cannot be registered twice.
 */
const policy = globalThis.trustedTypes?.createPolicy('mfuko-service-worker', {
  createScriptURL(address) {
    if (address !== SCRIPT) throw new TypeError('Unknown service worker.');
    return address;
  },
});

/** Registers the desks' service worker for the screens below the scope. Passes on the browser's errors. */
export function registerServiceWorker(scope: string): Promise<ServiceWorkerRegistration> {
  return navigator.serviceWorker.register(policy?.createScriptURL(SCRIPT) ?? SCRIPT, { scope });
}
