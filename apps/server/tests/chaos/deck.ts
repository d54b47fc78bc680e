import type { Chances } from '../../../simulators/src/simulation/index.ts';

/** Cuts: what happens to one request on its way. */
export const CUTS = {
  'cut before it was sent whole': 1500,
  'cut after it was sent': 3500,
  'the answer lost': 1200,
  'sent twice at once': 1200,
  'sent again after the answer': 600,
} as const;
/** Blows: what happens to a server or to the database while requests are under way. */
export const BLOWS = {
  'backend ended': 1500,
  'statement cancelled': 250,
  'wallet held by another session': 40,
  'server frozen for a while': 40,
  'server told to stop': 10,
  'server killed at a random moment, then at a named point': 24,
  'PostgreSQL killed': 15,
  'PostgreSQL told to stop': 6,
} as const;

export type Cut = keyof typeof CUTS;
export type Blow = keyof typeof BLOWS;
export type Fault = Cut | Blow;

export interface Deck {
  /** The cut for the next request; null where the request is spared. */
  nextCut(): Cut | null;
  nextBlow(): Blow | null;
  /** The blow has been dealt. Requests go on until then: some blows wait for them. */
  dealt(): void;
  /** Leaves the rest undealt. */
  end(): void;
  /** Tells whether nothing is left, and nothing is being dealt. */
  isEmpty(): boolean;
}

/** Most blows that may wait while requests go on. */
const WAITING = 2;

/**
 * So many faults, mixed by weight with one at least of each kind, in an order that the seed decides. Blows are due in their
 * turn: cuts wait for them.
 */
export function shuffleDeck(chances: Chances, count: number, weights: Readonly<Record<string, number>>): Deck {
  const total = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  const sorted = Object.entries(weights).flatMap(([fault, weight]) =>
    Array.from({ length: Math.max(1, Math.round((count * weight) / total)) }, () => fault as Fault),
  );
  const deck: Fault[] = [];
  while (sorted.length > 0) deck.push(...sorted.splice(chances.between(0, sorted.length - 1), 1));
  const blows: Blow[] = [];
  let dealing = 0;
  const turnBlows = () => {
    for (let top = deck.at(-1); top !== undefined && isBlow(top) && blows.length < WAITING; top = deck.at(-1)) {
      blows.push(top);
      deck.pop();
    }
  };
  return {
    nextCut() {
      turnBlows();
      const top = deck.at(-1);
      if (top === undefined || isBlow(top)) return null;
      deck.pop();
      return top;
    },
    nextBlow() {
      turnBlows();
      const blow = blows.shift() ?? null;
      if (blow !== null) dealing++;
      return blow;
    },
    dealt: () => void dealing--,
    end() {
      deck.length = 0;
      blows.length = 0;
    },
    isEmpty: () => deck.length === 0 && blows.length === 0 && dealing === 0,
  };
}

function isBlow(fault: Fault): fault is Blow {
  return fault in BLOWS;
}
