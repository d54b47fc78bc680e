import { getRiders, getTrip } from '@mfuko/contract/bus-trips';
import { CallError } from '../../../lib/problems.ts';
import { call } from '../../../lib/request.ts';
import { schoolAtWork } from '../../../lib/school.ts';
import { createStore, type Store } from '../../../lib/store.ts';
import { seenBox } from '../../../school/offline/device-box.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { listOfflineEvents } from '../../../school/offline/stored-events.ts';
import { keyOf } from '../bus-name.ts';
import { noteTrip } from '../orphaned/pending-rides.ts';
import { createOpenQuestion } from './open-question.ts';
import { withOthers } from './other-pages.ts';
import type { Scan } from './scan.ts';
import { type KeptRiders, type KeptTrip, type OwnRide, stillOwn } from './trip-view.ts';
import { createWorkedTrip } from './worked-trip.ts';

const ANSWER_WITHIN_MS = 10_000;
const ONCE_MORE_MS = 1_500;
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
  mergeOtherPages(): Promise<KeptTrip>;
  /** Notes a ride that was recorded here, until the server's trip contains it. */
  note(ride: OwnRide): Promise<void>;
  /**
   * Returns the trip on which this page works: the first one it saw open, until a user here closes it, opens another, or learns that it was
   * closed.
   */
  worksOn(): string | null;
  /** Notes that a user here has closed that trip, or has opened another: a late answer does not resume it. */
  endTrip(sysid: string | null): void;
  /** Notes that the attendant has learnt of the trip's close: the next boarding belongs to another trip. */
  leaveTrip(sysid: string): void;
}

/** Creates the state of a bus, empty until `begin`. */
export function createKeptBus(school: string, plate: string): KeptBus {
  const of = `${school}:${keyOf(plate)}`;
  const state = createStore<BusState>({ kept: undefined, riders: null, away: false, refusal: null });
  const last = createStore<Scan | null>(null);
  const worked = createWorkedTrip();
  const now = () => state.get().kept ?? NOTHING;
  const answerQuestion = createOpenQuestion(last, () => now().trip);

  /** Numbers of requests: an earlier answer, or failure, never replaces a later one. */
  let requested = 0;
  let answered = 0;
  function isOvertaken(request: number): boolean {
    answered = Math.max(answered, request);
    return request < answered;
  }
  function set(patch: Partial<BusState>): void {
    if (patch.kept) worked.see(patch.kept);
    state.set({ ...state.get(), ...patch });
  }
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
      } else await bus.mergeOtherPages();
      void bus.askRiders();
      await bus.ask();
    },
    async ask() {
      const request = ++requested;
      const before = now().rides;
      const asked = last.get();
      try {
        // A device without storage has no waiting rides.
        const queued = await listOfflineEvents(school).catch(() => []);
        const waiting = new Set(queued.map(({ key }) => key));
        if (!mayAsk()) return;
        const trip = await call(getTrip, { busNumberPlate: plate }, how()).catch((error: unknown) => {
          if (error instanceof CallError && error.problem === 'bus.trip-not-found') return null;
          throw error;
        });
        if (isOvertaken(request)) return;
        set({ away: false, refusal: null });
        outbox.met(true);
        noteTrip(trip);
        answerQuestion(trip, asked);
        void change({ trip, asOf: new Date().toISOString(), rides: stillOwn(now().rides, before, waiting) });
      } catch (error) {
        if (isOvertaken(request)) return;
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
    async mergeOtherPages() {
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
      await bus.mergeOtherPages();
      await change({ ...now(), rides: [...now().rides, ride] });
    },
    worksOn: worked.id,
    endTrip: worked.end,
    leaveTrip: (sysid) => worked.leave(sysid, now()),
  };
  return bus;
}
