import { seal } from '@mfuko/contract/seal';
import { type Answer, connect } from '../../../e2e/client.ts';
import { callTimes, spentBetween } from './cpu.ts';
import type { Ask, Side } from './scale-calls.ts';

/** Calls of each kind and round. */
const EACH = 24;

/** Throws where a call was refused. */
export function expectDone(answer: Answer): void {
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body).slice(0, 200)}`);
}

/** Round of calls: milliseconds of each, and of the processor for one. */
export interface Round {
  readonly times: readonly number[];
  readonly cost: number;
}

/** One side's turn at a call. */
export async function roundOf(side: Side, ask: Ask): Promise<Round> {
  const before = callTimes(side.server.dataDir);
  const times: number[] = [];
  for (let turn = 0; turn < EACH; turn++) {
    const start = performance.now();
    expectDone(await ask(side, turn));
    times.push(performance.now() - start);
  }
  return { times, cost: spentBetween(before, callTimes(side.server.dataDir)) / EACH };
}

/** The two calls of a sign-in, without the wait for the message. */
export async function signIn({ server }: Side, phone: string): Promise<Round> {
  const before = callTimes(server.dataDir);
  const config = (await (await fetch(`${server.url}/api/auth/config`)).json()) as {
    wireKey: string;
    wireKeyId: number;
  };
  const wire = { key: config.wireKey, id: config.wireKeyId };
  const client = await connect(server.url);
  const start = performance.now();
  const asked = await client.call('auth/token', { userName: seal(wire, 'userName', phone), password: 'placeholder' });
  const first = performance.now() - start;
  const otp = await server.codeFor(phone);
  const again = performance.now();
  expectDone(await client.call('auth/validateOTP', { otp, profileSYSID: asked.body.profileSYSID }));
  const time = first + performance.now() - again;
  return { times: [time], cost: spentBetween(before, callTimes(server.dataDir)) };
}

function middle(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor((figures.length - 1) / 2)] ?? 0;
}

/** A row of a table. */
export const row = (cells: readonly (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`);

/** Row of a call: the middle of its times, and of its rounds' cost. */
export function reportCalls(name: string, [one = [], many = []]: readonly (readonly Round[])[]): void {
  const figures = (read: (rounds: readonly Round[]) => number) => {
    const [a, b] = [read(one), read(many)];
    return [a.toFixed(1), b.toFixed(1), (b / a).toFixed(2)];
  };
  row([
    name,
    ...figures((rounds) => middle(rounds.flatMap(({ times }) => times))),
    ...figures((rounds) => middle(rounds.map(({ cost }) => cost))),
  ]);
}

/** Row of a job. */
export function report(name: string, [one = [], many = []]: readonly (readonly number[])[]): void {
  row([name, middle(one).toFixed(1), middle(many).toFixed(1), (middle(many) / middle(one)).toFixed(2)]);
}
