export type GateKind = 'in' | 'out';

/** Where a student is by the last event; days are days of the school's time zone, as `yyyy-mm-dd`. */
export interface GateState {
  /** Null where the student has not passed the gate yet. */
  readonly kind: GateKind | null;
  readonly sinceDay: string | null;
}

export type Clash = 'gate.already-in' | 'gate.not-in';
/** What a passage that was recorded may be remarkable for. */
export type GateOddity = 'in-after-earlier-day' | 'in-overridden' | 'out-overridden';

export type Judgement =
  | { readonly verdict: 'pass'; readonly oddity: GateOddity | null }
  | { readonly verdict: 'refuse'; readonly clash: Clash };

/**
 * Whether a student may pass the gate. An `in` after an `in` of an earlier day passes: somebody forgot to check the
 * child out, and the child must not stand outside for it. An `out` needs an `in`, of whatever day. An override passes
 * against the state; where the state allows the passage anyway, it changes nothing.
 */
export function judge(kind: GateKind, state: GateState, today: string, overridden: boolean): Judgement {
  if (kind === 'in') {
    if (state.kind !== 'in') return { verdict: 'pass', oddity: null };
    if (state.sinceDay !== today) return { verdict: 'pass', oddity: 'in-after-earlier-day' };
    return overridden ? { verdict: 'pass', oddity: 'in-overridden' } : { verdict: 'refuse', clash: 'gate.already-in' };
  }
  if (state.kind === 'in') return { verdict: 'pass', oddity: null };
  return overridden ? { verdict: 'pass', oddity: 'out-overridden' } : { verdict: 'refuse', clash: 'gate.not-in' };
}
