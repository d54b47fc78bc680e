import type { GateEvent } from '@mfuko/contract/gate';
import type { CallError } from '../../../lib/problems.ts';
import { createStore } from '../../../lib/store.ts';
import type { PassageAttempt } from './kept-passages.ts';

/**
 * Left passage: an attempt whose page has ended. `asking`: the server could not be asked yet; `others`: of an account that is not signed in, whom
 * alone the server tells, or too old to be known there; `void`: not recorded, and never will be by that press.
 */
export interface LeftPassage extends PassageAttempt {
  readonly outcome: 'asking' | 'others' | 'recorded' | 'refused' | 'void';
  readonly event?: GateEvent;
  readonly refusal?: CallError;
}

/** True where the server has told what became of it: nothing is left for the guard to say. */
export function isKnown({ outcome }: LeftPassage): boolean {
  return outcome === 'recorded' || outcome === 'refused';
}

/** Left passages of this school, until somebody has said what happened, or has read what is known. */
export const leftPassages = createStore<readonly LeftPassage[]>([]);
