import type { HelperEvent } from './events.ts';

/** Collects the events of a helper, for a test that waits for them. */
export function collectEvents(also: (event: HelperEvent) => void = () => {}): {
  readonly heard: (event: HelperEvent) => void;
  readonly events: HelperEvent[];
  readonly next: (is: HelperEvent['is']) => Promise<HelperEvent>;
} {
  const events: HelperEvent[] = [];
  const waiting = new Set<() => void>();
  let read = 0;
  return {
    events,
    heard(event) {
      also(event);
      events.push(event);
      for (const look of [...waiting]) look();
    },
    next: (is) =>
      new Promise((done) => {
        function look(): void {
          const place = events.findIndex((event, at) => at >= read && event.is === is);
          const event = events[place];
          if (event === undefined) return;
          waiting.delete(look);
          read = place + 1;
          done(event);
        }
        waiting.add(look);
        look();
      }),
  };
}
