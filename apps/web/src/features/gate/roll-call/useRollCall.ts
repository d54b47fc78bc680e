import { getRollCall } from '@mfuko/contract/roll-calls';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '../../../lib/problems.ts';
import { call } from '../../../lib/request.ts';
import { seenBox } from '../../../school/offline/device-box.ts';
import { outbox } from '../../../school/offline/outbox.ts';
import { keepStep, listSteps, type Step, serverIdOf, stepsChanged } from '../../../school/offline/roll-call-steps.ts';
import { fetchRoster, type Roster, readRoster } from '../../../school/offline/roster.ts';
import {
  afterTick,
  afterUndo,
  type Child,
  fromServer,
  openHere,
  type RollCall,
  type Ticked,
  tickedHere,
} from './roll-call.ts';

/** Polling interval: other marshals tick meanwhile. */
const AGAIN_MS = 4_000;
const ANSWER_WITHIN_MS = 10_000;

/** Returns the school's roll call on this device: at once from the device's storage, then from the server as soon as it answers. */
export function useRollCall(school: string) {
  /** Undefined until the device's storage was read. */
  const [rollCall, setRollCall] = useState<RollCall | null | undefined>(undefined);
  const [roster, setRoster] = useState<Roster | null>(null);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [away, setAway] = useState(false);
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const changed = stepsChanged.use();
  const latest = useRef(rollCall);
  latest.current = rollCall;
  /** Number of the last request, and of the request whose answer is shown; answers of earlier requests are ignored. */
  const turns = useRef({ asked: 0, stands: 0 });

  const keep = useCallback(
    (next: RollCall | null) => {
      latest.current = next;
      setRollCall(next);
      const name = nameFor(school);
      // A browser without storage continues with the state in memory.
      void (next ? seenBox.put(name, next) : seenBox.drop(name)).catch(() => undefined);
    },
    [school],
  );

  const ask = useCallback(async () => {
    const now = latest.current;
    if (now?.local) {
      // A roll call opened here has no server id until the server has stored it; until then there is nothing to ask for.
      const sysid = await serverIdOf(now.id).catch(() => null);
      if (sysid === null) return outbox.flush();
      keep({ ...now, id: sysid, local: false });
    }
    const turn = ++turns.current.asked;
    try {
      const told = await call(
        getRollCall,
        {},
        { school: school || null, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
      );
      setAway(false);
      setRefusal(null);
      outbox.met(true);
      if (turn < turns.current.stands) return;
      turns.current.stands = turn;
      if (!latest.current?.local) keep(fromServer(told, new Date().toISOString(), latest.current));
    } catch (error) {
      const none = error instanceof CallError && error.problem === 'roll-call.not-found';
      const refused = error instanceof CallError && error.status !== null && error.status < 500;
      setAway(!refused);
      outbox.met(refused);
      if (none && !latest.current?.local) keep(null);
      else setRefusal(refused && !none ? error : null);
    }
  }, [school, keep]);

  useEffect(() => {
    let gone = false;
    void (async () => {
      // A browser without storage has no list.
      const [kept, seen] = await Promise.all([seenBox.get<RollCall>(nameFor(school)), readRoster().catch(() => null)]);
      if (gone) return;
      setRoster(seen);
      latest.current = kept;
      setRollCall(kept);
      await ask();
      if (latest.current && !latest.current.closed) return;
      // Without an answer the stored list stays.
      setRoster((await fetchRoster().catch(() => null)) ?? seen);
    })();
    const timer = setInterval(() => void ask(), AGAIN_MS);
    const soon = () => void ask();
    window.addEventListener('online', soon);
    return () => {
      gone = true;
      clearInterval(timer);
      window.removeEventListener('online', soon);
    };
  }, [school, ask]);

  // After steps were sent, asks the server at once and counts the waiting steps again.
  useEffect(() => {
    listSteps(school).then(
      (kept) => setSteps(kept.map(({ step }) => step)),
      // On failure the last count stays.
      () => undefined,
    );
    if (changed > 0) void ask();
  }, [changed, school, ask]);

  async function put(step: Step): Promise<void> {
    await keepStep(school, step);
    outbox.added();
  }
  return {
    rollCall,
    roster,
    steps,
    away,
    refusal,
    ask,
    async open(reason: string): Promise<void> {
      const [id, at] = [crypto.randomUUID(), new Date().toISOString()];
      await put({ kind: 'open', id, reason, at });
      keep(openHere(id, reason, at, roster));
    },
    async tick(of: RollCall, admissionNumber: string, by: string): Promise<Ticked> {
      const at = new Date().toISOString();
      const key = crypto.randomUUID();
      const ticked = tickedHere(latest.current ?? of, roster, admissionNumber, key);
      await put({ kind: 'tick', rollCall: of.id, tick: { key, admissionNumber, at, by } });
      if (latest.current) keep(afterTick(latest.current, admissionNumber, at));
      return ticked;
    },
    /** Takes a wrong tick back, online or offline: the child is missing again. */
    async takeBack({ key, rollCall: of, child, wasMissing }: Ticked): Promise<void> {
      const expected = wasMissing ? child : null;
      await put({ kind: 'undo', id: crypto.randomUUID(), rollCall: of, tick: key, child: expected });
      // Answers to earlier requests do not know of the change, so they are ignored.
      turns.current.stands = turns.current.asked + 1;
      if (latest.current && expected) keep(afterUndo(latest.current, expected));
    },
    /** Applies a tick by finger, or its undo, that the server has recorded. */
    touched(child: Child, at: string | null): void {
      const now = latest.current;
      // Answers to earlier requests do not know of the change, so they are ignored.
      turns.current.stands = turns.current.asked + 1;
      if (now) keep(at === null ? afterUndo(now, child) : afterTick(now, child.admissionNumber, at));
      void ask();
    },
  };
}

const nameFor = (school: string) => `roll-call:${school}`;
