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

/** Request whose outcome is unknown. */
interface Lost {
  readonly key: string;
  /** Owner of the key, who is asked for the outcome even if another school has been picked since. */
  readonly place: KeyPlace;
  readonly input: unknown;
  readonly at: number;
}

/**
 * Records changes that move no money but need a certain outcome too: a limit, a PIN, a finger, a number, an approval. If the answer is
 * lost, the server is asked for the outcome, so that the form receives the answer itself, the refusal, or an error that nothing was
 * recorded. Nothing is stored on the disk, because the input may be a PIN: a user who returns later sees the current record. Not for calls
 * whose key the server does not store, such as `makePins`, which it would report as not recorded.
 */
export function useSureRecord<E extends Endpoint>(endpoint: E, options: Omit<RecordOptions<E>, 'attempts'> = {}) {
  const presses = useRef<Presses>({ lost: null, underWay: new Map() });
  const client = useQueryClient();
  return useRecord(endpoint, {
    ...options,
    attempts: journalOf(endpoint, presses.current),
    onError: (error, ...heard) => {
      // The change was or may have been recorded: the data on the screen is older.
      if (error instanceof RecordedUnheard || error instanceof OutcomeUnknown)
        for (const read of options.refresh ?? []) void client.invalidateQueries({ queryKey: queryKey(read) });
      options.onError?.(error, ...heard);
    },
  });
}

/**
 * Requests of one form: inputs of the running ones, and the lost one. A running one is never asked about, because asking would close its
 * key.
 */
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
        // Later the same input may be meant as a new change, such as of a limit that another user has changed meanwhile.
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

/** Files are compared by identity: a finger that is scanned again is another file. */
function isAlike(one: unknown, other: unknown): boolean {
  const files: unknown[] = [];
  const asText = (input: unknown) =>
    JSON.stringify(input, (_, value) => (value instanceof Blob ? files.push(value) && null : value));
  const [before, now] = [asText(one), asText(other)];
  const half = files.length / 2;
  return before === now && files.slice(0, half).every((file, place) => file === files[half + place]);
}
