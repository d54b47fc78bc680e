import { createStore } from './store.ts';

/** A call that waits for the person to prove their second factor. */
export interface StepUpAsk {
  /** False where there is none yet: it has to be set up first. */
  readonly hasFactor: boolean;
  readonly settle: (proven: boolean) => void;
}

const asked = createStore<StepUpAsk | null>(null);
let waiting: Promise<boolean> | null = null;

/** The question that is open now, for the dialog that asks it. */
export const useStepUpAsk = asked.use;

/** Asks once, however many calls meet it at a time, and tells all of them what came of it. */
export function askStepUp(hasFactor: boolean): Promise<boolean> {
  waiting ??= new Promise((resolve) => {
    asked.set({
      hasFactor,
      settle(proven) {
        waiting = null;
        asked.set(null);
        resolve(proven);
      },
    });
  });
  return waiting;
}
