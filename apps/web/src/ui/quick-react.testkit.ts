// The development build of React notes of each element where it was made, and tells a profiler of each component: two fifths of what a screen takes to be
// drawn here, and no test reads either. It looks for both as it is loaded.
Object.assign(console, { createTask: undefined, timeStamp: undefined });

const { default: react } = (await import('react')) as unknown as { readonly default: Record<string, object> };
const internals = react.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE;
if (internals === undefined) throw new Error('React keeps the count of its notes elsewhere.');
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
  configurable: true,
});

export {};
