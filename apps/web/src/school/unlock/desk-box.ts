import type { AnswerOf } from '@mfuko/contract/endpoint';
import type { whoAmI } from '@mfuko/contract/session';
import { createStore } from '../../lib/store.ts';
import { ownBox } from '../offline/device-box.ts';
import type { PinCheck } from './pin-check.ts';

/** Staff desk: a user who has signed in by code at this device, and may unlock it. Stored in the device's box. */
export interface StaffDesk {
  readonly sysid: string;
  readonly device: string;
  readonly me: AnswerOf<typeof whoAmI>;
  /** End of the twelve hours in which the PIN opens a full session, by this device's clock. */
  readonly until: number;
  readonly hasPin: boolean;
  /** Check of the PIN; null until the PIN was typed here, and after too many wrong PINs offline. */
  readonly check: PinCheck | null;
  /** Wrong PINs offline since the server last accepted one. */
  readonly misses: number;
  /** Latest time at which this device was seen working, so that setting the clock back gains nothing. */
  readonly seenAt: number;
  /** Digest of the session for which the desk was begun or unlocked. */
  readonly session: string;
  /** Digest of the session over which the desk was last locked. */
  readonly locked?: string;
}

interface Kept {
  readonly desks: readonly StaffDesk[];
  /** User name of the last user of this device. */
  readonly last: string | null;
}

const NAME = 'desks';
const NOTHING: Kept = { desks: [], last: null };

/** Increases whenever a desk has begun or received a PIN. */
export const desksChanged = createStore(0);

/** Returns the desks of this device, and the last user. */
export async function readDesks(): Promise<Kept> {
  return (await ownBox.get<Kept>(NAME)) ?? NOTHING;
}

/** Changes the desk of one user; undefined removes it. */
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

/** Runs changes one after the other, also across tabs. */
export function alone(work: (kept: Kept) => Kept): Promise<void> {
  const write = async () => ownBox.put(NAME, work(await readDesks()));
  const next = () => (navigator.locks ? navigator.locks.request('mfuko-desks', write) : write());
  const mine = before.then(next, next);
  before = mine;
  return mine;
}
