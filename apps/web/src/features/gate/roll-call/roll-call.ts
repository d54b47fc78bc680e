import type { getRollCall, RollCallChild } from '@mfuko/contract/roll-calls';
import type { Answer } from '../../../lib/request.ts';
import type { Step } from '../../../school/offline/roll-call-steps.ts';
import type { Roster } from '../../../school/offline/roster.ts';

export type Told = Answer<typeof getRollCall>;

/** Child as a marshal looks for them: of one who came in without a network only the number may be known. */
export type Child = RollCallChild;

/** A roll call as this device knows it. It lies there under seal, so that the next page load has it without a network. */
export interface RollCall {
  /** The server's id, or the device's own until the server has it. */
  readonly id: string;
  readonly local: boolean;
  /** The device's own id of one that was opened here: ticks of that time carry it. */
  readonly localId?: string | undefined;
  readonly reason: string;
  readonly opened: string;
  readonly closed: string | null;
  readonly expected: number;
  readonly missing: readonly Child[];
  readonly others: readonly Child[];
  /** When the server said so, or when this device saw who is on campus; null where it never did. By the device's clock. */
  readonly asOf: string | null;
  /** The last of the expected was seen then; null as long as somebody is missing. */
  readonly allAt: string | null;
}

/** A roll call that is opened here, with whom this device last saw on campus. */
export function openHere(id: string, reason: string, at: string, roster: Roster | null): RollCall {
  const missing = roster?.children ?? [];
  return {
    ...{ id, local: true, localId: id, reason, opened: at, closed: null, expected: missing.length },
    ...{ missing, others: [], asOf: roster?.seenAt ?? null, allAt: null },
  };
}

/** A roll call as the server tells it. */
export function fromServer(told: Told, now: string, before?: RollCall | null): RollCall {
  const { sysid, reason, opened, closed, expected, missing, others } = told;
  const strangers = new Set(others.map(({ admissionNumber }) => admissionNumber));
  const first = new Map<string, string>();
  for (const { admissionNumber, at } of told.ticks) {
    const earlier = first.get(admissionNumber);
    if (!strangers.has(admissionNumber) && (earlier === undefined || at < earlier)) first.set(admissionNumber, at);
  }
  const allAt = missing.length === 0 ? ([...first.values()].toSorted().at(-1) ?? null) : null;
  const localId = before?.id === sysid ? before.localId : undefined;
  return { id: sysid, local: false, localId, reason, opened, closed, expected, missing, others, asOf: now, allAt };
}

/** A child whom this marshal has ticked by hand. */
export interface Ticked {
  readonly key: string;
  readonly rollCall: string;
  readonly child: Child;
  /** Found among those who were missing; else seen already, or not expected. */
  readonly wasMissing: boolean;
}

/** Tick of a number by hand, and whom it names, as far as this device knows. */
export function tickedHere(rollCall: RollCall, roster: Roster | null, admissionNumber: string, key: string): Ticked {
  const isOf = (child: Child) => child.admissionNumber === admissionNumber;
  const missing = rollCall.missing.find(isOf);
  const child = missing ?? rollCall.others.find(isOf) ?? roster?.children.find(isOf);
  const named = child ?? { admissionNumber, names: '', className: '' };
  return { key, rollCall: rollCall.id, child: named, wasMissing: missing !== undefined };
}

/** State of the ticks that wait on this device: each of them has been seen, whatever the server knows, unless it was taken back. */
export function withTicks(rollCall: RollCall, steps: readonly Step[]) {
  const { id, localId } = rollCall;
  const own = steps.filter((step) => step.kind !== 'open' && (step.rollCall === id || step.rollCall === localId));
  const undone = own.filter((step) => step.kind === 'undo');
  const ticks = own.flatMap((step) =>
    step.kind === 'tick' && !undone.some(({ tick }) => tick === step.tick.key) ? [step.tick] : [],
  );
  const seen = new Map(ticks.map(({ admissionNumber, at }) => [admissionNumber, at]));
  const again = undone.flatMap(({ child }) =>
    child && !rollCall.missing.some(({ admissionNumber }) => admissionNumber === child.admissionNumber) ? [child] : [],
  );
  const missing = [...rollCall.missing, ...again].filter(({ admissionNumber }) => !seen.has(admissionNumber));
  const lastHere =
    ticks
      .map(({ at }) => at)
      .toSorted()
      .at(-1) ?? null;
  const allAt = missing.length === 0 && rollCall.expected > 0 ? (lastHere ?? rollCall.allAt) : null;
  return {
    missing,
    accounted: rollCall.expected - missing.length,
    waiting: own.length,
    /** Null as long as somebody is missing. */
    secondsToAll: allAt ? Math.max(0, Math.round((Date.parse(allAt) - Date.parse(rollCall.opened)) / 1000)) : null,
  };
}

/** The roll call after a child was seen here, which the device knows before the server does. */
export function afterTick(rollCall: RollCall, admissionNumber: string, at: string): RollCall {
  const missing = rollCall.missing.filter((child) => child.admissionNumber !== admissionNumber);
  const isLast = rollCall.missing.length > 0 && missing.length === 0;
  return { ...rollCall, missing, allAt: isLast ? at : rollCall.allAt };
}

/** The roll call after a touch was taken back: the child is looked for again, until the server says that another marshal saw them. */
export function afterUndo(rollCall: RollCall, child: Child): RollCall {
  const others = rollCall.missing.filter(({ admissionNumber }) => admissionNumber !== child.admissionNumber);
  return { ...rollCall, missing: [...others, child], allAt: null };
}

/** Minutes and seconds: 3:07. */
export function asMinutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
