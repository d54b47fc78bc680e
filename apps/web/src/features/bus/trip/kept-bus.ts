import type { TripDirection } from '@mfuko/contract/bus-routes';
import { closeTrip, getRiders, getTrip, openTrip } from '@mfuko/contract/bus-trips';
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
/** Trip of which the device has heard nothing for longer, as of this morning's in the afternoon, is not the one that somebody works on. */
const WORKED_ON_WITHIN_MS = 2 * 3_600_000;
const NOTHING: KeptTrip = { trip: null, asOf: null, rides: [] };

interface BusState {
  /** Undefined until the device was looked at. */
  readonly kept: KeptTrip | undefined;
  readonly riders: KeptRiders | null;
  readonly away: boolean;
  readonly refusal: CallError | null;
}

/**
 * One bus of one school as this device knows it. A press holds the bus that it was made for: its answer comes to this one, whichever bus or school has
 * been chosen meanwhile.
 */
export interface KeptBus {
  readonly school: string;
  readonly plate: string;
  /** Name of the bus among all schools. */
  readonly of: string;
  readonly state: Store<BusState>;
  /** The last child at its door. */
  readonly last: Store<Scan | null>;
  /** The last one who was recorded there. */
  readonly done: Store<Scan | null>;
  readonly busy: Store<boolean>;
  /** Reads what lies on the device, of other pages too, and asks for the rest. */
  begin(): Promise<void>;
  ask(): Promise<void>;
  askRiders(): Promise<void>;
  /** Takes over what other pages of this device have recorded. */
  meet(): Promise<KeptTrip>;
  /** Notes a ride that was recorded here, until the server's word of the trip holds it. */
  note(ride: OwnRide): Promise<void>;
  /** Trip on which this page works: the first that it saw open, until somebody here closes it, opens another or has heard that it is closed. */
  worksOn(): string | null;
  /** The attendant has heard that this trip is closed: the next boarding is another one's. */
  letGo(sysid: string): void;
  open(direction: TripDirection, routeSYSID: string | null): Promise<void>;
  close(sysid: string, rearCode: string): Promise<void>;
}

/** The bus at whose door this page stands. */
let atDoor: KeptBus | null = null;

/**
 * Nothing of the child before stays for whoever comes back to the bus that is left, but a question about one: it is told under the name of its bus
 * meanwhile, and asked again there.
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
  // Nobody comes back to it who works here now.
  if (!isWorkplace(scan.press)) leaveRide(scan.press.key);
}

/** The desk goes, and nobody comes back to its buses: the device tells of the child from now on. */
export function leaveQuestion({ last }: KeptBus): void {
  const scan = last.get();
  if (!isToBeAnswered(scan) || !scan.press) return;
  leaveRide(scan.press.key);
  last.set(null);
}

/** False also while the desk is locked: somebody else may unlock it. */
export function isAtDoor(bus: KeptBus): boolean {
  return atDoor === bus && deskLock.get() === null;
}

export function createKeptBus(school: string, plate: string): KeptBus {
  const of = `${school}:${keyOf(plate)}`;
  const state = createStore<BusState>({ kept: undefined, riders: null, away: false, refusal: null });
  let working: string | null = null;
  /** Trip that is over for this page: a late word of it, still open, does not take it up again. */
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
  /** Calls are answered out of turn: an earlier word of the trip never takes the place of a later one. */
  let asked = 0;
  let heard = 0;

  function change(kept: KeptTrip): Promise<void> {
    set({ kept });
    // A browser that keeps nothing goes on with what the page has.
    return seenBox.put(`trip:${of}`, kept).catch(() => undefined);
  }
  const how = () => ({ school, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  /** Another school that is at work gives no word of this one's bus. */
  const mayAsk = () => plate !== '' && (schoolAtWork() ?? '') === school;

  const bus: KeptBus = {
    ...{ school, plate, of, state },
    last: createStore<Scan | null>(null),
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
      const question = bus.last.get();
      try {
        // A device that keeps nothing has nothing that waits.
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
        if (question && question === bus.last.get() && isAnsweredBy(trip, now().trip, question)) {
          bus.last.set(answeredElsewhere(question));
          if (question.press) dropRide(question.press.key);
        }
        void change({ trip, asOf: new Date().toISOString(), rides: stillOwn(now().rides, before, waiting) });
      } catch (error) {
        if (turn < heard) return;
        heard = turn;
        const refused = error instanceof CallError && error.status !== null && error.status < 500 ? error : null;
        // One lost answer is no lost network.
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
        // Without an answer the last list stands, with its age.
      }
    },
    async meet() {
      // A device that keeps nothing has no other page's either.
      const [stored, queued] = await Promise.all([
        seenBox.get<KeptTrip>(`trip:${of}`),
        listOfflineEvents(school),
      ]).catch(() => [null, []] as const);
      const met = withOthers(now(), stored, new Set(queued.map(({ key }) => key)));
      if (met !== now() && state.get().kept !== undefined) set({ kept: met });
      return met;
    },
    async note(ride) {
      // Or this page's list would take the place of the other one's.
      await bus.meet();
      await change({ ...now(), rides: [...now().rides, ride] });
    },
    worksOn: () => working,
    letGo(sysid) {
      // Said once more after a refusal, or of a trip before the one that works now.
      if (working !== sysid) return;
      const { trip } = now();
      const other = trip && trip.closed === null && trip.sysid !== working ? trip.sysid : null;
      end(working);
      working = other;
    },
    async open(direction, routeSYSID) {
      const before = working;
      await call(openTrip, { busNumberPlate: plate, direction, routeSYSID }, { school, overlay: false });
      // Not the one that works now: the stream may have told of the new trip before the answer came.
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
