// React's development build records where each element was created and reports each component to a profiler: two fifths of the rendering
// time in these tests, which read neither. React checks for both functions when it is loaded.
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
