import { createStore } from './store.ts';

/** A question that calls wait for: `about` is what its dialog has to know. */
export interface Question<About> {
  readonly about: About;
  readonly settle: (answered: boolean) => void;
}

/** A question in the midst of calls: asked once, however many meet it at a time, and all are told what came of it. */
export function createQuestion<About>() {
  const open = createStore<Question<About> | null>(null);
  let waiting: Promise<boolean> | null = null;
  return {
    /** The question that is open now, for the dialog that asks it. */
    use: open.use,
    ask(about: About): Promise<boolean> {
      waiting ??= new Promise((resolve) => {
        open.set({
          about,
          settle(answered) {
            waiting = null;
            open.set(null);
            resolve(answered);
          },
        });
      });
      return waiting;
    },
  };
}
