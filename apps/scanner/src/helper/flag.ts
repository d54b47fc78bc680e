/** Boolean state that reports its changes to listeners. */
export interface Flag {
  get(): boolean;
  set(now: boolean): void;
  /** Subscribes to changes; the returned function unsubscribes. */
  onChange(listener: (now: boolean) => void): () => void;
}

/** Creates a flag that is false at first. */
export function createFlag(): Flag {
  let state = false;
  const listeners = new Set<(now: boolean) => void>();
  return {
    get: () => state,
    set(now) {
      if (state === now) return;
      state = now;
      for (const listener of [...listeners]) listener(now);
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
