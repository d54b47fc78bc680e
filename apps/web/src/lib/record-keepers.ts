import type { Endpoint } from '@mfuko/contract/endpoint';
import { CallError } from './problems.ts';
import { type Answer, type CallOptions, call, type Sent } from './request.ts';

/** Keeps attempts whose answer may be lost, and finds out what became of them. */
export interface AttemptKeeper {
  /** Before anything is sent: keeps the key, or answers what an earlier attempt at the very same has recorded. */
  begin(input: unknown, key: string): Promise<unknown>;
  /** An answer came, or a refusal; `leave`: the session is over, and the outcome is asked for after the next sign-in. */
  end(key: string): void;
  leave(key: string): Promise<void>;
  /** No answer came: what was answered after all. Throws what was refused, or that nothing was recorded or is known. */
  find(key: string): Promise<unknown>;
}

/** Keeps each press on the device's disk from before its call goes until there is an answer. */
export interface PressKeeper<E extends Endpoint> {
  /** Resolves once the call may go. Throws where none is to go, as a call that finds no network does. */
  begin(input: Sent<E>, key: string): Promise<void>;
  /** An answer came, or a refusal. */
  end(key: string): void;
  /** Nobody knows the outcome, and no try of this page carries the key any more. */
  leave(key: string): void;
}

/** Makes one attempt at money. Throws what was refused, or that nothing was recorded or is known. */
export async function recordAttempt<E extends Endpoint>(
  attempts: AttemptKeeper,
  endpoint: E,
  input: Sent<E>,
  options: CallOptions,
): Promise<Answer<E>> {
  const key = crypto.randomUUID();
  const earlier = await attempts.begin(input, key);
  if (earlier !== undefined) return earlier as Answer<E>;
  try {
    const answer = await call(endpoint, input, { ...options, idempotencyKey: key });
    attempts.end(key);
    return answer;
  } catch (error) {
    if (error instanceof CallError && error.unsure) return (await attempts.find(key)) as Answer<E>;
    // Told after the sign-in, for this page goes.
    await (error instanceof CallError && error.sessionEnded ? attempts.leave(key) : attempts.end(key));
    throw error;
  }
}
