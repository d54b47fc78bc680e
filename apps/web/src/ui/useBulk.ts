import type { Endpoint } from '@mfuko/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError, describe } from '../lib/problems.ts';
import { queryKey } from '../lib/queries.ts';
import { type Answer, call, type Sent } from '../lib/request.ts';
import { showPartlyDone, showProgress } from './bulk-notices.tsx';
import { showDone, showUndo } from './notify.tsx';

const MOST_TRIES = 4;
const LONGEST_PAUSE_SECONDS = 30;

interface BulkWords<E extends Endpoint, Row> {
  /** Name: what a row is called where it was refused. */
  readonly name: (row: Row) => string;
  /** Done: what was done, for so many rows. */
  readonly done: (count: number, answers: readonly Answer<E>[]) => string;
  /** Takes it back for the rows that were done. */
  readonly undo?: (rows: readonly Row[]) => void;
}

/**
 * One call for each of many rows, one after the other, each with a key of its own: `bulk.run(rows, toInput, words)`.
 * While it runs the notice counts along; at the end it says how many were done, and of the refused ones which and why.
 * A call that nobody knows the outcome of is tried again with its own key, so that nothing is done twice.
 */
export function useBulk<E extends Endpoint>(endpoint: E, { refresh }: { readonly refresh: readonly Endpoint[] }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);

  async function run<Row>(
    rows: readonly Row[],
    toInput: (row: Row) => Sent<E>,
    { name, done, undo }: BulkWords<E, Row>,
  ): Promise<void> {
    setBusy(true);
    const progress = showProgress(rows.length);
    const answers: Answer<E>[] = [];
    const finished: Row[] = [];
    const refused = new Map<string, string[]>();
    try {
      for (const [place, row] of rows.entries()) {
        try {
          answers.push(await callUntilSure(endpoint, toInput(row)));
          finished.push(row);
        } catch (error) {
          // With the session gone, or nobody to be reached, the rest would fare no better.
          const over = error instanceof CallError && (error.sessionEnded || error.status === null);
          const { title, message } = describe(error);
          const left = over ? rows.slice(place) : [row];
          refused.set(message || title, [...(refused.get(message || title) ?? []), ...left.map(name)]);
          if (over) break;
        }
        progress.show(place + 1);
      }
    } finally {
      progress.end();
      setBusy(false);
      for (const read of refresh) void client.invalidateQueries({ queryKey: queryKey(read) });
    }
    const takeBack = undo && finished.length > 0 ? () => undo(finished) : undefined;
    const text = finished.length > 0 ? done(finished.length, answers) : null;
    if (refused.size > 0) showPartlyDone(text, refused, takeBack);
    else if (text && takeBack) showUndo(text, takeBack);
    else if (text) showDone(text);
  }
  return { busy, run };
}

async function callUntilSure<E extends Endpoint>(endpoint: E, input: Sent<E>): Promise<Answer<E>> {
  const idempotencyKey = crypto.randomUUID();
  for (let tries = 1; ; tries++) {
    try {
      return await call(endpoint, input, { idempotencyKey, overlay: false });
    } catch (error) {
      const mayPass = error instanceof CallError && (error.unsure || error.status === 429);
      if (!mayPass || tries === MOST_TRIES) throw error;
      await pause(Math.min(error.retryAfterSeconds ?? tries, LONGEST_PAUSE_SECONDS));
    }
  }
}

function pause(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}
