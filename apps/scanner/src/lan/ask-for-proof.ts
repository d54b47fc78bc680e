import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import { hangUp } from '../page-server.ts';
import type { FailureLimiter } from './failure-limiter.ts';
import { CLOSED, judge, type ProofOptions, type Proven } from './proof.ts';
import type { Tablet } from './tablets.ts';

export interface AskingOptions extends ProofOptions {
  readonly limiter: FailureLimiter;
  /** Time for a page's proof, in milliseconds. */
  readonly proofMs: number;
  readonly log: (line: string) => void;
}

/**
 * Demands a proof from a page, and accepts no other frame before it. Calls `enter` in the same tick in which the page is told that it has
 * been authenticated, so that no frame is lost or handled early; closes the connection of a page that fails.
 */
export function askForProof(
  page: WebSocket,
  address: string,
  options: AskingOptions,
  enter: (proven: Proven) => void,
): void {
  const { reader, limiter, proofMs, log } = options;
  if (limiter.isOn(address)) return hangUp(page, CLOSED.tooMany);
  const nonce = randomBytes(32).toString('base64url');
  const late = setTimeout(() => refuse(CLOSED.late), proofMs);

  function refuse(code: number): void {
    settle();
    limiter.noteFailure(address);
    if (code === CLOSED.wrongCode) log(`A wrong code was tried from ${address}.`);
    hangUp(page, code);
  }

  function settle(): void {
    clearTimeout(late);
    page.off('message', answer).off('close', settle);
  }

  function answer(data: { toString(): string }, isBinary: boolean): void {
    settle();
    const judged = judgeOrFail(isBinary ? '' : data.toString());
    if (typeof judged === 'number') return refuse(judged);
    const { tablet, isNew } = judged;
    if (isNew) log(`A tablet is paired: ${tablet.label}, ${tablet.id.slice(0, 8)}, from ${address}.`);
    else note(tablet);
    page.send(JSON.stringify(isNew ? { type: 'paired', tablet: tablet.id } : { type: 'proved' }));
    enter(judged);
  }

  function judgeOrFail(text: string): Proven | number {
    try {
      return judge(text, nonce, options);
    } catch (error) {
      log(`The connection of a tablet failed: ${error instanceof Error ? error.message : 'fault'}`);
      return CLOSED.fault;
    }
  }

  /** Ignores a failed write, because a full disk must not keep a tablet from its reader. */
  function note({ id, label }: Tablet): void {
    try {
      options.tablets.note(id);
    } catch (error) {
      log(`The connection of ${label} could not be stored: ${error instanceof Error ? error.message : 'fault'}`);
    }
  }

  page.on('message', answer).on('close', settle);
  page.send(JSON.stringify({ type: 'prove', nonce, reader }));
}
