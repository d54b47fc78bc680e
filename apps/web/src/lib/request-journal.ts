import type { Endpoint } from '@mfuko/contract/endpoint';
import { CallError } from './problems.ts';
import { type Answer, type CallOptions, call, type Sent } from './request.ts';
import { type Workplace, workplaceNow } from './workplace.ts';

/**
 * AttemptJournal: stores attempts whose response may be lost, and finds out their outcome. An attempt belongs to the account and school
 * (`from`) that made it.
 */
export interface AttemptJournal {
  /**
   * Stores the key before the request is sent; returns the record of an earlier attempt at exactly the same input where there is one.
   * Throws where another account has signed in meanwhile.
   */
  begin(input: unknown, key: string, from: Workplace): Promise<unknown>;
  /**
   * Removes an attempt that was answered or refused. `leave` keeps it because the session has ended: its outcome is asked for after the
   * next sign-in.
   */
  end(key: string, from: Workplace): void;
  leave(key: string): Promise<void>;
  /**
   * Finds out the answer of an attempt that had no response or a fault (`why`). Throws the refusal, or an error if nothing was recorded or
   * the outcome is unknown.
   */
  find(key: string, from: Workplace, why: CallError): Promise<unknown>;
}

/** RequestJournal: a write-ahead journal that keeps each request on the device's disk from before it is sent until it is answered. */
export interface RequestJournal<E extends Endpoint> {
  /** Resolves once the request may be sent. Throws, as a call without a network does, where it must not be sent. */
  begin(input: Sent<E>, key: string): Promise<void>;
  /** Removes a request that was answered or refused. */
  end(key: string): void;
  /** Leaves a request whose outcome is unknown and whose key no attempt of this page uses any more. */
  leave(key: string): void;
}

/** Makes one attempt at a movement of money. Throws the refusal, or an error if nothing was recorded or the outcome is unknown. */
export async function recordAttempt<E extends Endpoint>(
  attempts: AttemptJournal,
  endpoint: E,
  input: Sent<E>,
  options: CallOptions,
): Promise<Answer<E>> {
  const key = crypto.randomUUID();
  const from = workplaceNow();
  const earlier = await attempts.begin(input, key, from);
  if (earlier !== undefined) return earlier as Answer<E>;
  try {
    // The request goes to the school in which the button was pressed, even if another school has been picked meanwhile.
    const answer = await call(endpoint, input, { ...options, school: from.school, idempotencyKey: key });
    attempts.end(key, from);
    return answer;
  } catch (error) {
    if (error instanceof CallError && error.unsure) return (await attempts.find(key, from, error)) as Answer<E>;
    // With an ended session the outcome is reported after the next sign-in, because this page closes.
    await (error instanceof CallError && error.sessionEnded ? attempts.leave(key) : attempts.end(key, from));
    throw error;
  }
}
