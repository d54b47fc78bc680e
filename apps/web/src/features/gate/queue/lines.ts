import { createStore, type Store } from '../../../lib/store.ts';
import { workplaceNow } from '../../../lib/workplace.ts';
import { unanswered } from '../questions.ts';
import { mayChooseCollector } from '../release.ts';
import { isOfOther, isOpen, isOverridable, type Line, type Passing } from './line.ts';

const LINES_KEPT = 30;
const PROOF_KEPT_MS = 120_000;

/**
 * Stores each press on the disk before its call is sent and until its answer arrives, and each question until it is over, so that a page
 * that ends loses none. Never rejects.
 */
export interface Attempts {
  /** Stores a press; resolves once the write has succeeded or failed. Called again when the press has become a question. */
  keep(line: Line): Promise<void>;
  /** Removes a press that has its answer or is stored in the device's queue. */
  drop(key: string): void;
  /** Marks a press without a known answer that is no longer retried, so that it is listed as orphaned from now on. */
  leave(key: string): void;
}

/** Lines of the latest passages, each changed by its key. */
export interface Lines {
  readonly store: Store<readonly Line[]>;
  find(key: string): Line | undefined;
  /** Returns no line of another account or school: a proof was given to the user at work then, and is not sent under another name. */
  findOwn(key: string): Line | undefined;
  change(key: string, patch: Partial<Line>): Line | undefined;
  /** Adds a line in front. Of the older lines, those that wait for an answer or for the guard stay. */
  add(passing: Passing): Line;
  /** Ends a line with its answer. */
  settle(key: string, patch: Partial<Line>): void;
  /** Leaves the line to its own account and school: it is reported when that account works in that school again. */
  leave(key: string): void;
}

export function createLines(onSettled: (line: Line) => void, attempts?: Attempts): Lines {
  const store = createStore<readonly Line[]>([]);
  const find = (key: string) => store.get().find((line) => line.key === key);

  function change(key: string, patch: Partial<Line>): Line | undefined {
    store.set(store.get().map((line) => (line.key === key ? { ...line, ...patch } : line)));
    return find(key);
  }
  /** Stores what an answered line still needs on the disk, and drops the rest. */
  function keepAnswered(line: Line): void {
    if (line.refusal?.sessionEnded) attempts?.leave(line.key);
    // Without an answer the child is not out, so the question is stored for the next page.
    else if (mayChooseCollector(line)) void attempts?.keep(line);
    // A line that is being stopped stays on the disk until the device's queue has stored the stop.
    else if (line.state !== 'stopping') attempts?.drop(line.key);
  }

  return {
    store,
    find,
    findOwn(key) {
      const line = find(key);
      return line && !isOfOther(line) ? line : undefined;
    },
    change,
    add(passing) {
      const line = newLine(passing);
      const before = store.get();
      const asked = new Set(unanswered(before));
      const stays = (each: Line) => isOpen(each) || isOverridable(each) || asked.has(each);
      store.set([line, ...before.filter((each, place) => place < LINES_KEPT - 1 || stays(each))]);
      return line;
    },
    settle(key, patch) {
      const line = change(key, { ...patch, settledAt: Date.now() });
      if (!line) return;
      keepAnswered(line);
      if (isOverridable(line) || mayChooseCollector(line))
        setTimeout(() => change(key, { proof: null }), PROOF_KEPT_MS);
      else change(key, { proof: null });
      onSettled(line);
    },
    leave(key) {
      attempts?.leave(key);
      store.set(store.get().filter((line) => line.key !== key));
    },
  };
}

function newLine(passing: Passing): Line {
  return {
    ...passing,
    key: crypto.randomUUID(),
    ...workplaceNow(),
    state: 'sending',
    tries: 0,
    at: Date.now(),
    settledAt: null,
    event: null,
    refusal: null,
    unchecked: false,
  };
}
