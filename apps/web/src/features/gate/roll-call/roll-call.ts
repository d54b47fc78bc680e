import type { getRollCall, RollCallChild } from '@mfuko/contract/roll-calls';
import type { Answer } from '../../../lib/request.ts';
import type { Step } from '../../../school/offline/roll-call-steps.ts';
import type { Roster } from '../../../school/offline/roster.ts';

export type Told = Answer<typeof getRollCall>;

/** Child as a marshal looks for it. After an offline check-in only the number may be known. */
export type Child = RollCallChild;

/** Roll call as this device knows it. The device stores it sealed, so that the next page load can show it offline. */
export interface RollCall {
  /** Server's id, or the device's own id until the server has stored the roll call. */
  readonly id: string;
  readonly local: boolean;
  /** Device's own id of a roll call that was opened here: ticks made before the server stored it refer to this id. */
  readonly localId?: string | undefined;
  readonly reason: string;
  readonly opened: string;
  readonly closed: string | null;
  readonly expected: number;
  readonly missing: readonly Child[];
  readonly others: readonly Child[];
  /**
   * Time of the server's last answer, or, for a roll call opened offline, of the device's roster; null where the device has no roster. By
   * the device's clock.
   */
  readonly asOf: string | null;
  /** Time at which the last expected child was seen; null while somebody is missing. */
  readonly allAt: string | null;
}

/** Creates a roll call that is opened on this device, from the roster that the device stored last. */
export function openHere(id: string, reason: string, at: string, roster: Roster | null): RollCall {
  const missing = roster?.children ?? [];
  return {
    ...{ id, local: true, localId: id, reason, opened: at, closed: null, expected: missing.length },
    ...{ missing, others: [], asOf: roster?.seenAt ?? null, allAt: null },
  };
}

/** Converts the server's roll call. */
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

/** Child whom this marshal has ticked by hand. */
export interface Ticked {
  readonly key: string;
  readonly rollCall: string;
  readonly child: Child;
  /** True where the child was missing; false where the child was seen before or is not expected. */
  readonly wasMissing: boolean;
}

/** Returns the tick of a number by hand, with the child's name as far as this device knows it. */
export function tickedHere(rollCall: RollCall, roster: Roster | null, admissionNumber: string, key: string): Ticked {
  const isOf = (child: Child) => child.admissionNumber === admissionNumber;
  const missing = rollCall.missing.find(isOf);
  const child = missing ?? rollCall.others.find(isOf) ?? roster?.children.find(isOf);
  const named = child ?? { admissionNumber, names: '', className: '' };
  return { key, rollCall: rollCall.id, child: named, wasMissing: missing !== undefined };
}

/**
 * Applies the ticks that wait on this device: each ticked child counts as seen, whatever the server knows, unless the tick was taken back.
 */
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
    /** Null while somebody is missing. */
    secondsToAll: allAt ? Math.max(0, Math.round((Date.parse(allAt) - Date.parse(rollCall.opened)) / 1000)) : null,
  };
}

/** Returns the roll call after a child was seen here, before the server knows. */
export function afterTick(rollCall: RollCall, admissionNumber: string, at: string): RollCall {
  const missing = rollCall.missing.filter((child) => child.admissionNumber !== admissionNumber);
  const isLast = rollCall.missing.length > 0 && missing.length === 0;
  return { ...rollCall, missing, allAt: isLast ? at : rollCall.allAt };
}

/**
 * Returns the roll call after a touch was taken back: the child is missing again, until the server reports that another marshal saw the
 * child.
 */
export function afterUndo(rollCall: RollCall, child: Child): RollCall {
  const others = rollCall.missing.filter(({ admissionNumber }) => admissionNumber !== child.admissionNumber);
  return { ...rollCall, missing: [...others, child], allAt: null };
}

/** Minutes and seconds: 3:07. */
export function asMinutes(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
