import { randomUUID } from 'node:crypto';
import { seal, type WireKey } from '@mfuko/contract/seal';
import type { Cast } from './cast.ts';
import type { HostileRequest } from './hostile-requests.ts';
import { openSender, type Server } from './send.ts';

/** A desk of another school that makes one call after the other: a deposit of one shilling, then a list. */
export interface Work {
  /** Makes calls without other load; returns their times in milliseconds. */
  alone(calls: number): Promise<number[]>;
  /** Makes calls while `goesOn` returns true; returns their times in milliseconds. */
  during(goesOn: () => boolean): Promise<number[]>;
  /** Shillings whose deposit was acknowledged. */
  paidIn(): number;
  /** Number of requests that were answered as busy. */
  turnedAway(): number;
  /** Answers that a desk should not get. */
  readonly failures: string[];
  close(): void;
}

export function openWork(server: Server, cast: Cast, wire: WireKey): Work {
  const sender = openSender(server);
  const failures: string[] = [];
  let paid = 0;
  let busy = 0;
  const [admissionNumber] = cast.neighbour.students;

  const ask = (target: string, body: object): HostileRequest => ({
    kind: 'work',
    by: cast.worker,
    method: 'POST',
    target: `/api/${target}`,
    headers: {
      'special-key': seal(wire, 'special-key', JSON.stringify({ v: 'desk', n: randomUUID(), ts: 0 })),
      opToken: seal(wire, 'opToken', cast.worker.token),
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  /** Makes one call, retried under the same key while the server is busy. */
  const call = async (target: string, body: object): Promise<number> => {
    const hostile = ask(target, body);
    for (let tries = 0; ; tries++) {
      const received = await sender.send(hostile);
      if (received?.status === 200) return received.ms;
      if (received?.status !== 503 || tries > 200) {
        failures.push(
          `${target} was answered ${received?.status ?? 'not at all'}: ${received?.text.slice(0, 200) ?? ''}`,
        );
        return received?.ms ?? 0;
      }
      busy++;
    }
  };
  const turn = async (): Promise<number[]> => {
    const before = failures.length;
    const deposit = await call('wallet/deposit', { admissionNumber, amount: 1 });
    if (failures.length === before) paid++;
    return [deposit, await call('student/getStudents', { page: 1, pageSize: 10 })];
  };
  const during = async (goesOn: () => boolean) => {
    const times: number[] = [];
    while (goesOn() && failures.length < 5) times.push(...(await turn()));
    return times;
  };
  return {
    alone: async (calls) => {
      let left = calls / 2;
      return during(() => left-- > 0);
    },
    during,
    paidIn: () => paid,
    turnedAway: () => busy,
    failures,
    close: sender.close,
  };
}
