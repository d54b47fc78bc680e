/** LRU cache with a weight limit: when the total weight is too high, the least recently used entries are evicted. */
export interface ByUse<T> {
  get(key: string): T | undefined;
  /** Stores a value; the latest one is kept, whatever its weight. */
  set(key: string, thing: T, weight: number): void;
}

export function openByUse<T>(most: number): ByUse<T> {
  const kept = new Map<string, { readonly thing: T; readonly weight: number }>();
  let all = 0;
  function take(key: string): { readonly thing: T; readonly weight: number } | undefined {
    const found = kept.get(key);
    if (kept.delete(key)) all -= found?.weight ?? 0;
    return found;
  }
  function put(key: string, one: { readonly thing: T; readonly weight: number }): void {
    kept.set(key, one);
    all += one.weight;
  }
  return {
    get(key) {
      const found = take(key);
      if (found) put(key, found);
      return found?.thing;
    },
    set(key, thing, weight) {
      take(key);
      put(key, { thing, weight });
      for (const oldest of kept.keys()) {
        if (all <= most || oldest === key) return;
        take(oldest);
      }
    },
  };
}
