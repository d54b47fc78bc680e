import { CallError } from '../../../lib/problems.ts';
import { pictureFields, type Template } from '../../../lib/scanner/messages.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import type { Sound } from '../sounds.ts';
import type { Child } from './roll-call.ts';

/** A child whom a finger has ticked. */
export interface Touch extends Child {
  /** Key by which the server takes the touch back. */
  readonly key: string;
  readonly at: string;
}

/** News: the outcome of the last touch. */
export type News =
  | { readonly kind: 'asking' | 'unanswered' }
  | { readonly kind: 'ticked' | 'undone' | 'stands'; readonly touch: Touch }
  | { readonly kind: 'refused'; readonly refusal: CallError };

export interface Touches {
  readonly news: Store<News | null>;
  /** The last touches in force, newest first. */
  readonly taken: Store<readonly Touch[]>;
  finger(template: Template | null): void;
  takeBack(touch: Touch): Promise<void>;
  /** Dismisses the news once it was read. */
  dismiss(): void;
  /** Stops sending. */
  end(): void;
}

interface TouchParts {
  readonly send: (picture: ReturnType<typeof pictureFields>, key: string) => Promise<Touch>;
  readonly undo: (key: string) => Promise<unknown>;
  /** Reports the server's record: the time of the tick, or null where the tick was taken back. */
  readonly onKnown: (child: Child, at: string | null) => void;
  /** Called when the scanner may read the next finger. */
  readonly onFingerTaken: () => void;
  readonly play: (sound: Sound) => void;
}

const KEPT = 4;
/** Display time of a result, so that the banner does not keep an earlier child's result. */
const SHOWN_MS = 12_000;
const AGAIN_MS = 2_000;
const NOBODY = new Set(['fingerprint.no-match', 'fingerprint.ambiguous']);

/**
 * Sends the fingers of a roll call one after the other. A touch without an answer is retried under its idempotency key: the server may have
 * ticked a child whose name nobody has seen.
 */
export function createTouches({ send, undo, onKnown, onFingerTaken, play }: TouchParts): Touches {
  const news = createStore<News | null>(null);
  const taken = createStore<readonly Touch[]>([]);
  /** Last finger: the scanner reports it again after a reconnect. */
  let used: Template | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ended = false;
  let fading: ReturnType<typeof setTimeout> | undefined;

  function say(next: News | null, stays = false): void {
    clearTimeout(fading);
    news.set(next);
    if (next && !stays) fading = setTimeout(() => news.set(null), SHOWN_MS);
  }

  async function tick(template: Template, key: string): Promise<void> {
    try {
      const touch = await send(pictureFields(template), key);
      if (ended) return;
      taken.set([touch, ...taken.get()].slice(0, KEPT));
      say({ kind: 'ticked', touch });
      play('in');
      onKnown(touch, touch.at);
    } catch (error) {
      if (ended) return;
      if (!isAnswer(error)) {
        say({ kind: 'unanswered' }, true);
        timer = setTimeout(() => void tick(template, key), AGAIN_MS);
        return;
      }
      say({ kind: 'refused', refusal: error });
      play(soundOfTouch(error));
    }
    onFingerTaken();
  }

  return {
    news,
    taken,
    finger(template) {
      const isBusy = news.get()?.kind === 'asking' || news.get()?.kind === 'unanswered';
      if (!template || template === used || isBusy) return;
      used = template;
      say({ kind: 'asking' }, true);
      void tick(template, crypto.randomUUID());
    },
    async takeBack(touch) {
      try {
        await undo(touch.key);
        taken.set(taken.get().filter(({ key }) => key !== touch.key));
        say({ kind: 'undone', touch });
        play('undone');
        onKnown(touch, null);
      } catch {
        // The touch stands, and the banner says so; the same press tries to take it back again.
        say({ kind: 'stands', touch }, true);
        play('refused');
      }
    },
    dismiss: () => say(null),
    end() {
      ended = true;
      clearTimeout(fading);
      clearTimeout(timer);
    },
  };
}

/** Returns sound and look of a touch that ticked nobody: the server's detail says why a finger was not clear. */
export function soundOfTouch({ problem, detail }: CallError): 'wrong' | 'unclear' | 'unknown' | 'refused' {
  if (problem && NOBODY.has(problem)) return detail.why ? 'unclear' : 'wrong';
  return problem === 'roll-call.not-expected' ? 'unknown' : 'refused';
}

/** Returns false where a retry may succeed. */
function isAnswer(error: unknown): error is CallError {
  return error instanceof CallError && error.status !== null && error.status < 500 && error.status !== 429;
}
