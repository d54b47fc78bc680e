import type { Endpoint } from '@mfuko/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { OutcomeUnknown } from '../../lib/problems.ts';
import { queryKey, type RecordOptions, useRecord } from '../../lib/queries.ts';
import type { AttemptJournal } from '../../lib/request-journal.ts';
import { REPEAT_WITHIN_MS } from './outcome.ts';
import {
  askAt,
  findOutcome,
  heardAnswer,
  type KeyPlace,
  outcomeNotKnown,
  placeOf,
  RecordedUnheard,
} from './sure-outcome.ts';

/** A press of which nobody knows what became. */
interface Lost {
  readonly key: string;
  /** It is asked about there, also where another school has been picked since. */
  readonly place: KeyPlace;
  readonly input: unknown;
  readonly at: number;
}

/**
 * Records what moves no money and must not be guessed at either: a limit, a PIN, a finger, a number, a second person's word. Where the answer is lost the
 * server is asked what became of it, so that the form hears the very answer, the refusal, or that nothing was recorded. Nothing of it lies on
 * the disk, for it may be a PIN: whoever comes back later reads what stands there. Not for what no key keeps, as `makePins`: it would be called not recorded.
 */
export function useSureRecord<E extends Endpoint>(endpoint: E, options: Omit<RecordOptions<E>, 'attempts'> = {}) {
  const presses = useRef<Presses>({ lost: null, underWay: new Map() });
  const client = useQueryClient();
  return useRecord(endpoint, {
    ...options,
    attempts: journalOf(endpoint, presses.current),
    onError: (error, ...heard) => {
      // Recorded, or it may be: what is shown was read before.
      if (error instanceof RecordedUnheard || error instanceof OutcomeUnknown)
        for (const read of options.refresh ?? []) void client.invalidateQueries({ queryKey: queryKey(read) });
      options.onError?.(error, ...heard);
    },
  });
}

/** Presses of one form: inputs of those that are under way, and the one that is lost. One that is under way is never asked about: asking would end it. */
interface Presses {
  lost: Lost | null;
  readonly underWay: Map<string, unknown>;
}

function journalOf(endpoint: Endpoint, presses: Presses): AttemptJournal {
  return {
    async begin(input, key, from) {
      const { lost } = presses;
      if (lost) {
        const outcome = await askAt(lost.place, lost.key);
        if (!outcome) throw outcomeNotKnown();
        presses.lost = null;
        const isHere = lost.place.ofPlatform || lost.place.school === from.school;
        const isSame = isHere && outcome.outcome === 'recorded' && isAlike(lost.input, input);
        // Later it may be meant anew, as a limit that somebody else has changed meanwhile.
        if (isSame && Date.now() - lost.at <= REPEAT_WITHIN_MS) return heardAnswer(outcome.answer);
      }
      presses.underWay.set(key, input);
      return undefined;
    },
    end: (key) => void presses.underWay.delete(key),
    leave: async (key) => void presses.underWay.delete(key),
    async find(key, from, why) {
      const input = presses.underWay.get(key);
      presses.underWay.delete(key);
      const place = placeOf(endpoint, from);
      try {
        return await findOutcome(key, place, why);
      } catch (error) {
        if (error instanceof OutcomeUnknown) presses.lost = { key, place, input, at: Date.now() };
        throw error;
      }
    },
  };
}

/** Files are told apart by themselves: a finger that is scanned anew is another one. */
function isAlike(one: unknown, other: unknown): boolean {
  const files: unknown[] = [];
  const asText = (input: unknown) =>
    JSON.stringify(input, (_, value) => (value instanceof Blob ? files.push(value) && null : value));
  const [before, now] = [asText(one), asText(other)];
  const half = files.length / 2;
  return before === now && files.slice(0, half).every((file, place) => file === files[half + place]);
}
