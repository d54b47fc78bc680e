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

/** Other marshals tick meanwhile. */
const AGAIN_MS = 4_000;
const ANSWER_WITHIN_MS = 10_000;

/** The roll call of the school that this device takes part in, from what lies on it at once and from the server as soon as that answers. */
export function useRollCall(school: string) {
  /** Undefined until the device was looked at. */
  const [rollCall, setRollCall] = useState<RollCall | null | undefined>(undefined);
  const [roster, setRoster] = useState<Roster | null>(null);
  const [steps, setSteps] = useState<readonly Step[]>([]);
  const [away, setAway] = useState(false);
  const [refusal, setRefusal] = useState<CallError | null>(null);
  const changed = stepsChanged.use();
  const latest = useRef(rollCall);
  latest.current = rollCall;
  /** Turn of the question that was asked last, and of the answer that stands: an older one says what is over. */
  const turns = useRef({ asked: 0, stands: 0 });

  const keep = useCallback(
    (next: RollCall | null) => {
      latest.current = next;
      setRollCall(next);
      const name = nameFor(school);
      // A browser that keeps nothing goes on with what the page has.
      void (next ? seenBox.put(name, next) : seenBox.drop(name)).catch(() => undefined);
    },
    [school],
  );

  const ask = useCallback(async () => {
    const now = latest.current;
    if (now?.local) {
      // It is the school's as soon as the server has taken it; until then there is nothing to ask for.
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
      // A browser that keeps nothing has no list.
      const [kept, seen] = await Promise.all([seenBox.get<RollCall>(nameFor(school)), readRoster().catch(() => null)]);
      if (gone) return;
      setRoster(seen);
      latest.current = kept;
      setRollCall(kept);
      await ask();
      if (latest.current && !latest.current.closed) return;
      // Without an answer the kept list stands.
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

  // Whatever has arrived is in the next answer, so that is asked for at once; what waits is counted anew.
  useEffect(() => {
    listSteps(school).then(
      (kept) => setSteps(kept.map(({ step }) => step)),
      // They stand as they were counted last.
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
    /** It was another child: looked for again, with or without a network. */
    async takeBack({ key, rollCall: of, child, wasMissing }: Ticked): Promise<void> {
      const expected = wasMissing ? child : null;
      await put({ kind: 'undo', id: crypto.randomUUID(), rollCall: of, tick: key, child: expected });
      // Whatever was asked before does not know of it.
      turns.current.stands = turns.current.asked + 1;
      if (latest.current && expected) keep(afterUndo(latest.current, expected));
    },
    /** The server has it: a finger ticked a child, or was taken back. */
    touched(child: Child, at: string | null): void {
      const now = latest.current;
      // Whatever was asked before does not know of it.
      turns.current.stands = turns.current.asked + 1;
      if (now) keep(at === null ? afterUndo(now, child) : afterTick(now, child.admissionNumber, at));
      void ask();
    },
  };
}

const nameFor = (school: string) => `roll-call:${school}`;
