import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { whoAmI } from '@mfuko/contract/session';
import { createStore } from '../../lib/store.ts';
import { ownBox } from '../offline/device-box.ts';
import type { PinCheck } from './pin-check.ts';

/** Staff desk: a person who has signed in by code at this device, and may unlock it. It lies in the box of the device. */
export interface StaffDesk {
  readonly sysid: string;
  readonly device: string;
  readonly me: AnswerOf<typeof whoAmI>;
  /** By the clock of this device: the end of the twelve hours in which the PIN opens a whole session. */
  readonly until: number;
  readonly hasPin: boolean;
  /** Null until the PIN was typed here, and after too many wrong ones without a network. */
  readonly check: PinCheck | null;
  /** Wrong PINs without a network since the server last took one. */
  readonly misses: number;
  /** Latest time at which this device was seen working: a clock that is turned back gains nothing. */
  readonly seenAt: number;
  /** Digest of the session that the desk was begun or unlocked for. */
  readonly session: string;
  /** Digest of the session over which the desk was locked last. */
  readonly locked?: string;
}

interface Kept {
  readonly desks: readonly StaffDesk[];
  /** User name of whoever was here last. */
  readonly last: string | null;
}

const NAME = 'desks';
const NOTHING: Kept = { desks: [], last: null };

/** Goes up whenever a desk has begun or got a PIN. */
export const desksChanged = createStore(0);

/** Everything that is kept: the desks of this device, and who was here last. */
export async function readDesks(): Promise<Kept> {
  return (await ownBox.get<Kept>(NAME)) ?? NOTHING;
}

/** Changes the desk of one person; undefined takes it away. */
export async function change(
  userName: string,
  work: (desk: StaffDesk | undefined) => StaffDesk | undefined,
): Promise<void> {
  await alone(({ desks, last }) => {
    const next = work(desks.find(({ me }) => me.userName === userName));
    const others = desks.filter(({ me }) => me.userName !== userName);
    return { desks: next ? [...others, next] : others, last };
  });
  desksChanged.set(desksChanged.get() + 1);
}

let before: Promise<unknown> = Promise.resolve();

/** One change after the other, whichever tab makes it. */
export function alone(work: (kept: Kept) => Kept): Promise<void> {
  const write = async () => ownBox.put(NAME, work(await readDesks()));
  const next = () => (navigator.locks ? navigator.locks.request('mfuko-desks', write) : write());
  const mine = before.then(next, next);
  before = mine;
  return mine;
}
