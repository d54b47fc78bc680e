import type { Endpoint } from '@mfuko/contract/endpoint';
import { CallError } from './problems.ts';
import { type Answer, type CallOptions, call, type Sent } from './request.ts';
import { type Workplace, workplaceNow } from './workplace.ts';

/** Journal of attempts: keeps those whose answer may be lost, and finds out what became of them; each by the account and in the school of which it is (`from`). */
export interface AttemptJournal {
  /** Before anything is sent: keeps the key, or answers what an earlier attempt at the very same has recorded. Throws where another account is at work by then. */
  begin(input: unknown, key: string, from: Workplace): Promise<unknown>;
  /** An answer came, or a refusal; `leave`: the session is over, and the outcome is asked for after the next sign-in. */
  end(key: string, from: Workplace): void;
  leave(key: string): Promise<void>;
  /** No answer came, or a fault (`why`): what was answered after all. Throws what was refused, or that nothing was recorded or is known. */
  find(key: string, from: Workplace, why: CallError): Promise<unknown>;
}

/** Write-ahead journal: keeps each press on the device's disk from before its call goes until there is an answer. */
export interface RequestJournal<E extends Endpoint> {
  /** Resolves once the call may go. Throws where none is to go, as a call that finds no network does. */
  begin(input: Sent<E>, key: string): Promise<void>;
  /** An answer came, or a refusal. */
  end(key: string): void;
  /** Nobody knows the outcome, and no try of this page carries the key any more. */
  leave(key: string): void;
}

/** Makes one attempt at money. Throws what was refused, or that nothing was recorded or is known. */
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
    // To the school in which it was pressed, also where another one has been picked meanwhile.
    const answer = await call(endpoint, input, { ...options, school: from.school, idempotencyKey: key });
    attempts.end(key, from);
    return answer;
  } catch (error) {
    if (error instanceof CallError && error.unsure) return (await attempts.find(key, from, error)) as Answer<E>;
    // Told after the sign-in, for this page goes.
    await (error instanceof CallError && error.sessionEnded ? attempts.leave(key) : attempts.end(key, from));
    throw error;
  }
}
