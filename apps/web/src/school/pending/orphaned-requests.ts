import type { CallError } from '../../lib/problems.ts';
import { schoolAtWork } from '../../lib/school.ts';
import { currentSession } from '../../lib/session.ts';
import type { Store } from '../../lib/store.ts';
import { isWorkplace } from '../../lib/workplace.ts';
import { answerOf, askOutcome } from '../attempts/outcome.ts';
import { outbox } from '../offline/outbox.ts';
import { followOrphans } from './follow-orphans.ts';
import { type OrphanedRequest, type OrphanedRequests, type RequestAnswer, refusalBy } from './pending-request.ts';
import type { PendingStore } from './pending-store.ts';

/** The server forgets a key after 30 days, and would then answer `void` for a recorded request. */
const KNOWN_FOR_MS = 29 * 86_400_000;

interface OrphanedRequestsOptions {
  readonly kept: PendingStore;
  /** Orphaned requests of this school, until somebody has attested what happened, or has read the outcome. */
  readonly list: Store<readonly OrphanedRequest[]>;
  /** Name of the channel on which the pages of such a desk notify each other. */
  readonly channel: string;
  /** Returns the student of a number; null where nobody has it. Throws where the server cannot be reached. */
  readonly askStudent: (number: string) => Promise<{ readonly names: string; readonly className: string } | null>;
}

function isHere({ school }: Pick<OrphanedRequest, 'school'>): boolean {
  return school === schoolAtWork();
}

function refuseOtherSchool(left: Pick<OrphanedRequest, 'school'>): void {
  if (!isHere(left)) throw new Error('The press is of another school.');
}

/** Manages the orphaned requests of one kind of desk, whose page has closed, and finds out the outcome of each. */
export function createOrphanedRequests({ kept, list, channel, askStudent }: OrphanedRequestsOptions): OrphanedRequests {
  /** Requests of this page by which a child has passed. */
  const passed = new Map<string, Pick<OrphanedRequest, 'kind' | 'admissionNumber' | 'at' | 'school'>>();
  let notifyOtherPages: (() => void) | undefined;
  let [looking, isWanted] = [false, false];

  async function look(): Promise<void> {
    isWanted = true;
    if (looking) return;
    looking = true;
    try {
      while (isWanted) {
        isWanted = false;
        await lookOnce();
      }
    } catch {
      // The device's storage failed: it is read again soon.
    } finally {
      looking = false;
    }
  }

  async function lookOnce(): Promise<void> {
    const known = new Map(list.get().map((left) => [left.key, left]));
    const found = await kept.listOrphaned();
    const user = currentSession()?.userName;
    const seen = found.map((press): OrphanedRequest => {
      const before = known.get(press.key);
      if (before && before.outcome !== 'asking' && before.outcome !== 'others') return before;
      // The server had already answered with a question, so the outcome is known for any user and without a network.
      if (press.question) return { ...press, outcome: 'refused', refusal: refusalBy(press.question) };
      const isTold = press.user === user && Date.now() - press.at < KNOWN_FOR_MS;
      return { ...press, outcome: isTold ? 'asking' : 'others' };
    });
    list.set(seen);
    for (const left of seen.filter(isOver)) await forget(left.key);
    for (const left of seen) if (left.outcome === 'asking') await ask(left);
    for (const left of list.get()) if (left.names === null && left.admissionNumber !== '') await name(left);
  }

  async function ask(left: OrphanedRequest): Promise<void> {
    if (!isWorkplace(left)) return;
    const outcome = await askOutcome(left);
    // Another user may have unlocked this page during the call: for their token the server answers `void`.
    if (outcome === null || !isWorkplace(left)) return;
    try {
      const event = answerOf(outcome) as RequestAnswer | undefined;
      if (!event) return;
      const { admissionNumber, studentName: names, class: className } = event;
      change({ ...left, admissionNumber, names, className, outcome: 'recorded', event });
    } catch (error) {
      const told = { ...left, outcome: outcome.outcome, refusal: error as CallError };
      if (isOver(told)) await forget(left.key);
      else change(told);
    }
  }

  /** Finds the name of a child who passed before the name was loaded. */
  async function name({ key, admissionNumber, school }: OrphanedRequest): Promise<void> {
    // In another school the number belongs to another child.
    if (!isHere({ school })) return;
    // The number is shown alone where the server cannot be reached.
    const student = await askStudent(admissionNumber).catch(() => null);
    const left = list.get().find((one) => one.key === key);
    if (student && left && isHere(left)) change({ ...left, names: student.names, className: student.className });
  }

  function change(left: OrphanedRequest): void {
    list.set(list.get().map((one) => (one.key === left.key ? left : one)));
  }

  async function forget(key: string): Promise<void> {
    list.set(list.get().filter((left) => left.key !== key));
    await kept.drop(key);
    notifyOtherPages?.();
  }

  /** Returns true for an unrecorded request after which the child has passed by another request: there is nothing left to ask. */
  function isOver({ outcome, kind, admissionNumber, school, at }: OrphanedRequest): boolean {
    const hasPassed = [...passed.values()].some(
      (one) => one.kind === kind && one.admissionNumber === admissionNumber && one.school === school && at < one.at,
    );
    return hasPassed && (outcome === 'void' || outcome === 'refused');
  }

  return {
    look,
    forget,
    follow() {
      const { tell, stop } = followOrphans({ look, list, channel });
      notifyOtherPages = tell;
      return () => {
        stop();
        notifyOtherPages = undefined;
      };
    },
    async sayPassed({ key, ...left }) {
      refuseOtherSchool(left);
      const { kind, admissionNumber, busNumberPlate, collectorSYSID, leavesAlone, at, clockAheadMs } = left;
      const event = { kind, admissionNumber, busNumberPlate, collectorSYSID, leavesAlone };
      await outbox.keep({ ...event, method: 'attested', pressed: { at, clockAheadMs } }, key);
      await forget(key);
      outbox.flush();
    },
    async sayStayed({ key, kind, outcome, school }) {
      refuseOtherSchool({ school });
      if (kind === 'out' && outcome !== 'void') await outbox.stop(key);
      await forget(key);
    },
    noteEnded({ key, state, kind, admissionNumber, at, school }) {
      if (state === 'undone' || state === 'stopped') passed.delete(key);
      if (state !== 'recorded' && state !== 'kept') return;
      passed.set(key, { kind, admissionNumber, at, school: school ?? schoolAtWork() });
      for (const left of list.get().filter(isOver)) void forget(left.key);
    },
  };
}
