import { createStore } from './store.ts';

/** Question that calls wait for; `about` holds the data of its dialog. */
export interface Question<About> {
  readonly about: About;
  readonly settle: (answered: boolean) => void;
}

/**
 * Creates a question that may interrupt calls. It is asked once, however many calls wait for it at the same time, and all of them receive
 * the answer.
 */
export function createQuestion<About>() {
  const open = createStore<Question<About> | null>(null);
  let waiting: Promise<boolean> | null = null;
  return {
    /** Returns the open question, for the dialog that asks it. */
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
