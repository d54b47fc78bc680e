import type { TripDirection } from '@mfuko/contract/bus-routes';
import { closeTrip, getRiders, getTrip, openTrip, type Trip } from '@mfuko/contract/bus-trips';
import { deskLock } from '../../../lib/desk-lock.ts';
import { CallError } from '../../../lib/problems.ts';
import { call } from '../../../lib/request.ts';
import { schoolAtWork } from '../../../lib/school.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import { isWorkplace } from '../../../lib/workplace.ts';
import { seenBox } from '../../../school/offline/device-box.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { listOfflineEvents } from '../../../school/offline/stored-events.ts';
import { keyOf } from '../bus-name.ts';
import { dropRide, leaveRide, noteTrip } from '../orphaned/pending-rides.ts';
import { readElsewhere, tellElsewhere } from './elsewhere.ts';
import { withOthers } from './other-pages.ts';
import { answeredElsewhere, isAnsweredBy, isToBeAnswered, type Scan } from './scan.ts';
import { type KeptRiders, type KeptTrip, type OwnRide, stillOwn } from './trip-view.ts';

const ANSWER_WITHIN_MS = 10_000;
const ONCE_MORE_MS = 1_500;
/** Age beyond which a stored open trip is not resumed, such as this morning's in the afternoon. */
const WORKED_ON_WITHIN_MS = 2 * 3_600_000;
const NOTHING: KeptTrip = { trip: null, asOf: null, rides: [] };

interface BusState {
  /** Undefined until the device's storage was read. */
  readonly kept: KeptTrip | undefined;
  readonly riders: KeptRiders | null;
  readonly away: boolean;
  readonly refusal: CallError | null;
}

/**
 * State of one bus of one school on this device. A press holds the bus that it was made for, so its answer reaches that bus even where
 * another bus or school was chosen meanwhile.
 */
export interface KeptBus {
  readonly school: string;
  readonly plate: string;
  /** Storage key of the bus, unique across schools. */
  readonly of: string;
  readonly state: Store<BusState>;
  /** Outcome of the last child at the door. */
  readonly last: Store<Scan | null>;
  /** Outcome of the last child who was recorded. */
  readonly done: Store<Scan | null>;
  readonly busy: Store<boolean>;
  /** Reads the device's storage, including other pages' rides, and asks the server. */
  begin(): Promise<void>;
  ask(): Promise<void>;
  askRiders(): Promise<void>;
  /** Merges the rides that other pages of this device have recorded. */
  meet(): Promise<KeptTrip>;
  /** Notes a ride that was recorded here, until the server's trip contains it. */
  note(ride: OwnRide): Promise<void>;
  /**
   * Returns the trip on which this page works: the first one it saw open, until a user here closes it, opens another, or learns that it was
   * closed.
   */
  worksOn(): string | null;
  /** Notes that the attendant has learnt of the trip's close: the next boarding belongs to another trip. */
  letGo(sysid: string): void;
  open(direction: TripDirection, routeSYSID: string | null): Promise<void>;
  close(sysid: string, rearCode: string): Promise<void>;
}

/** Bus at whose door this page stands. */
let atDoor: KeptBus | null = null;

/**
 * Moves the page to the door of a bus. The former bus keeps nothing of its last child except an open question, which is listed under the
 * former bus meanwhile and asked again on return.
 */
export function goToDoor(bus: KeptBus): void {
  if (atDoor !== bus && atDoor) leaveDoor(atDoor);
  const { press } = bus.last.get() ?? {};
  if (press) readElsewhere([press.key]);
  atDoor = bus;
}

function leaveDoor({ plate, last }: KeptBus): void {
  const scan = last.get();
  if (!isToBeAnswered(scan) || !scan.press) return last.set(null);
  tellElsewhere({ ...scan.press, plate, scan });
  // No user at work now can answer the question, so the press is left to its own account.
  if (!isWorkplace(scan.press)) leaveRide(scan.press.key);
}

/** Leaves an open question when the desk closes: the device lists the child as an orphaned ride from now on. */
export function leaveQuestion({ last }: KeptBus): void {
  const scan = last.get();
  if (!isToBeAnswered(scan) || !scan.press) return;
  leaveRide(scan.press.key);
  last.set(null);
}

/** Returns false while the desk is locked too, since another user may unlock it. */
export function isAtDoor(bus: KeptBus): boolean {
  return atDoor === bus && deskLock.get() === null;
}

export function createKeptBus(school: string, plate: string): KeptBus {
  const of = `${school}:${keyOf(plate)}`;
  const state = createStore<BusState>({ kept: undefined, riders: null, away: false, refusal: null });
  let working: string | null = null;
  /** Trip that is over for this page: a late answer that still shows it open does not resume it. */
  let over: string | null = null;
  function end(sysid: string | null): void {
    over = sysid ?? over;
    working = null;
  }
  function set(patch: Partial<BusState>): void {
    const { trip, asOf } = patch.kept ?? NOTHING;
    const isOld = asOf === null || Date.now() - Date.parse(asOf) > WORKED_ON_WITHIN_MS;
    if (trip && trip.closed === null && trip.sysid !== over && !isOld) working ??= trip.sysid;
    state.set({ ...state.get(), ...patch });
  }
  const now = () => state.get().kept ?? NOTHING;
  const last = createStore<Scan | null>(null);
  /** Open question and the trip before it; other pages' answers do not replace that trip, since they may contain the answer already. */
  let open: { readonly key: string | undefined; before: Trip | null } | null = null;
  last.subscribe(() => {
    const scan = last.get();
    // A question that opens again keeps the trip of its first time.
    if (!isToBeAnswered(scan) || (scan.press && open?.key === scan.press.key)) return;
    open = { key: scan.press?.key, before: now().trip };
  });
  /** Numbers of requests: an earlier answer never replaces a later one. */
  let asked = 0;
  let heard = 0;

  function change(kept: KeptTrip): Promise<void> {
    set({ kept });
    // A browser without storage continues with the state in memory.
    return seenBox.put(`trip:${of}`, kept).catch(() => undefined);
  }
  const how = () => ({ school, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  /** Returns false where another school is at work, whose session cannot read this bus. */
  const mayAsk = () => plate !== '' && (schoolAtWork() ?? '') === school;

  const bus: KeptBus = {
    ...{ school, plate, of, state },
    last,
    done: createStore<Scan | null>(null),
    busy: createStore(false),
    async begin() {
      if (state.get().kept === undefined) {
        const [kept, riders] = await Promise.all([
          seenBox.get<KeptTrip>(`trip:${of}`),
          seenBox.get<KeptRiders>(`riders:${of}`),
        ]);
        set({ kept: state.get().kept ?? kept ?? NOTHING, riders: state.get().riders ?? riders });
      } else await bus.meet();
      void bus.askRiders();
      await bus.ask();
    },
    async ask() {
      asked += 1;
      const turn = asked;
      const before = now().rides;
      const question = last.get();
      try {
        // A device without storage has no waiting rides.
        const queued = await listOfflineEvents(school).catch(() => []);
        const waiting = new Set(queued.map(({ key }) => key));
        if (!mayAsk()) return;
        const trip = await call(getTrip, { busNumberPlate: plate }, how()).catch((error: unknown) => {
          if (error instanceof CallError && error.problem === 'bus.trip-not-found') return null;
          throw error;
        });
        if (turn < heard) return;
        heard = turn;
        set({ away: false, refusal: null });
        outbox.met(true);
        noteTrip(trip);
        if (open && question && question === last.get()) {
          if (isAnsweredBy(trip, open.before, question)) {
            open = null;
            last.set(answeredElsewhere(question));
            if (question.press) dropRide(question.press.key);
          } else open.before = trip;
        }
        void change({ trip, asOf: new Date().toISOString(), rides: stillOwn(now().rides, before, waiting) });
      } catch (error) {
        if (turn < heard) return;
        heard = turn;
        const refused = error instanceof CallError && error.status !== null && error.status < 500 ? error : null;
        // One lost answer does not mean that the network is down, so the request is repeated soon.
        if (refused === null && !state.get().away) setTimeout(() => void bus.ask(), ONCE_MORE_MS);
        set({ away: refused === null, refusal: refused });
        outbox.met(refused !== null);
      }
    },
    async askRiders() {
      if (!mayAsk()) return;
      try {
        const told = await call(getRiders, { busNumberPlate: plate }, how());
        const riders = { seenAt: new Date().toISOString(), riders: told.riders };
        set({ riders });
        await seenBox.put(`riders:${of}`, riders);
      } catch {
        // Without an answer the last list stays, with its age.
      }
    },
    async meet() {
      // A device without storage holds no rides of other pages either.
      const [stored, queued] = await Promise.all([
        seenBox.get<KeptTrip>(`trip:${of}`),
        listOfflineEvents(school),
      ]).catch(() => [null, []] as const);
      const met = withOthers(now(), stored, new Set(queued.map(({ key }) => key)));
      if (met !== now() && state.get().kept !== undefined) set({ kept: met });
      return met;
    },
    async note(ride) {
      // Merges first, since this page's list would overwrite the other page's.
      await bus.meet();
      await change({ ...now(), rides: [...now().rides, ride] });
    },
    worksOn: () => working,
    letGo(sysid) {
      // Called again after a refusal, or for an earlier trip than the current one.
      if (working !== sysid) return;
      const { trip } = now();
      const other = trip && trip.closed === null && trip.sysid !== working ? trip.sysid : null;
      end(working);
      working = other;
    },
    async open(direction, routeSYSID) {
      const before = working;
      await call(openTrip, { busNumberPlate: plate, direction, routeSYSID }, { school, overlay: false });
      // Ends the former trip, not the current one: the stream may have reported the new trip before this answer.
      end(before);
      await bus.ask();
    },
    async close(sysid, rearCode) {
      await call(closeTrip, { sysid, rearCode }, { school, overlay: false });
      end(sysid);
      await bus.ask();
    },
  };
  return bus;
}
