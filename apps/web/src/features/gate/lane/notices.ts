import type { Line } from '../queue/line.ts';
import type { CurrentEntry } from './current-entry.ts';
import type { Notice, Told } from './entry.ts';
import { createTimer } from './timer.ts';

export const RESULT_SHOWN_MS = 4_000;
export const REFUSAL_SHOWN_MS = 12_000;
const UNTAKEN: Notice = { kind: 'untaken' };
const TO_ACT_ON = new Set<Line['state']>(['refused', 'undone', 'stopping']);

/** Message of the banner: one at a time, for a few seconds. */
export interface Notices {
  say(notice: Notice, ms: number): void;
  /** Reports the answer to a line. */
  sayAnswer(line: Line): void;
  /** Reports dropped keys without replacing a refusal, whose button would disappear with it. */
  sayDropped(ms: number): void;
  /** Removes the last success message once typing for the next student begins. */
  leaveResult(): void;
  /** Removes the notice about an earlier student once another is identified: the list shows the refusal and offers the same action. */
  leaveOthers(number: string): void;
  clear(): void;
  /** Drops the report of dropped keys that waits behind a refusal. */
  forgetDropped(): void;
}

export function createNotices(
  { get, change }: CurrentEntry,
  findLine: (key: string) => Line | undefined,
  onNotice: (told: Told) => void,
): Notices {
  const timer = createTimer();
  /** True while the notice about dropped keys waits for a refusal on which the guard may have to act. */
  let isDroppedWaiting = false;

  function show(notice: Notice, ms: number): void {
    change({ notice });
    timer.start(ms, remove);
  }
  function say(notice: Notice, ms: number): void {
    show(notice, ms);
    onNotice(notice);
  }
  function clear(): void {
    timer.stop();
    change({ notice: null });
  }
  function remove(): void {
    clear();
    if (isDroppedWaiting) show(UNTAKEN, RESULT_SHOWN_MS);
    isDroppedWaiting = false;
  }
  /** Returns true for a notice on which the guard may have to act. */
  function isToActOn(notice: Notice | null): boolean {
    if (notice?.kind !== 'settled') return notice !== null && notice.kind !== 'missing' && notice.kind !== 'untaken';
    const line = findLine(notice.key);
    return line !== undefined && TO_ACT_ON.has(line.state);
  }

  return {
    say,
    sayAnswer: (line) => say({ kind: 'settled', key: line.key }, isLong(line) ? REFUSAL_SHOWN_MS : RESULT_SHOWN_MS),
    sayDropped(ms) {
      isDroppedWaiting = isToActOn(get().notice);
      if (isDroppedWaiting) onNotice(UNTAKEN);
      else say(UNTAKEN, ms);
    },
    leaveResult() {
      const { notice } = get();
      if (notice?.kind === 'settled' && !isToActOn(notice)) remove();
    },
    leaveOthers(number) {
      const { notice } = get();
      if (notice?.kind === 'missing' || notice?.kind === 'untaken' || !notice) return;
      if (notice.kind === 'settled' && findLine(notice.key)?.admissionNumber === number) return;
      remove();
    },
    clear,
    forgetDropped() {
      isDroppedWaiting = false;
    },
  };
}

/** Returns true for results that stay longer: refusals, and names found by a touch alone, on which a guard may have to act. */
function isLong({ state, touch }: Line): boolean {
  return TO_ACT_ON.has(state) || touch === true;
}
