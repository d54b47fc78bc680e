import { CallError } from '../../../lib/problems.ts';
import { pictureFields, type Template } from '../../../lib/scanner/messages.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import type { Sound } from '../sounds.ts';
import type { Child } from './roll-call.ts';

/** A child whom a finger has ticked. */
export interface Touch extends Child {
  /** By it the server takes the touch back. */
  readonly key: string;
  readonly at: string;
}

/** News: what came of the last touch. */
export type News =
  | { readonly kind: 'asking' | 'unanswered' }
  | { readonly kind: 'ticked' | 'undone' | 'stands'; readonly touch: Touch }
  | { readonly kind: 'refused'; readonly refusal: CallError };

export interface Touches {
  readonly news: Store<News | null>;
  /** The last ones that stand, the newest first. */
  readonly taken: Store<readonly Touch[]>;
  finger(template: Template | null): void;
  takeBack(touch: Touch): Promise<void>;
  /** The news was read. */
  dismiss(): void;
  /** Nothing is sent any more. */
  end(): void;
}

interface TouchParts {
  readonly send: (picture: ReturnType<typeof pictureFields>, key: string) => Promise<Touch>;
  readonly undo: (key: string) => Promise<unknown>;
  /** The server has it: ticked then, or taken back where there is no time. */
  readonly onKnown: (child: Child, at: string | null) => void;
  /** The scanner may take the next finger. */
  readonly onFingerTaken: () => void;
  readonly play: (sound: Sound) => void;
}

const KEPT = 4;
/** Nothing stays on the band from the child before. */
const SHOWN_MS = 12_000;
const AGAIN_MS = 2_000;
const NOBODY = new Set(['fingerprint.no-match', 'fingerprint.ambiguous']);

/**
 * Fingers of a roll call, one after the other. One without an answer is sent again under its key until there is one: it may have ticked a
 * child whom nobody has seen named.
 */
export function createTouches({ send, undo, onKnown, onFingerTaken, play }: TouchParts): Touches {
  const news = createStore<News | null>(null);
  const taken = createStore<readonly Touch[]>([]);
  /** The scanner tells of a finger again when it reconnects. */
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
        // It stands, and so it says: the same press takes it back once there is an answer.
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

/** Sound and look of a touch that ticked nobody: the server says why where the finger was not clear. */
export function soundOfTouch({ problem, detail }: CallError): 'wrong' | 'unclear' | 'unknown' | 'refused' {
  if (problem && NOBODY.has(problem)) return detail.why ? 'unclear' : 'wrong';
  return problem === 'roll-call.not-expected' ? 'unknown' : 'refused';
}

/** False where the same may be taken the next time. */
function isAnswer(error: unknown): error is CallError {
  return error instanceof CallError && error.status !== null && error.status < 500 && error.status !== 429;
}
