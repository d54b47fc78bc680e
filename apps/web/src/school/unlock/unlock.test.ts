import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pretendConfig } from '../../lib/config.testkit.ts';
import { CallError } from '../../lib/problems.ts';
import type { StaffDesk } from './desk-box.ts';
import { handInPin, type Unlocked, unlockDesk } from './unlock.ts';

const DESK: StaffDesk = {
  ...{ sysid: 'd1', device: 'a device', until: 0, hasPin: true, check: null, misses: 0, seenAt: 0, session: 's' },
  me: {
    ...{ role: 'CheckAgent', userName: '254700000003', names: 'Kamau Wafula', duties: ['gate'] },
    school: { sysid: '01900000-0000-7000-8000-000000000901', shortName: 'DEMO', officialName: 'Demo School' },
  },
};
let refusal: CallError;
let tried: string[];
let stop = () => {};

vi.mock('../../lib/request.ts', () => ({ call: () => Promise.reject(refusal) }));
vi.mock('@mfuko/contract/offline-seal', () => ({ sealOffline: async () => 'sealed' }));
vi.mock('./desks.ts', () => {
  const fail = (what: string) => async () => {
    tried.push(what);
    throw new Error('QuotaExceededError');
  };
  return {
    ...{
      forgetCheck: fail('forget check'),
      dropDesk: fail('drop desk'),
      noteAtWork: fail('note'),
      isWhole: () => true,
    },
    ...{
      noteUnlocked: fail('unlocked'),
      tryOffline: async () => 'right',
      dropSeenLists: () => void tried.push('drop lists'),
    },
  };
});

beforeEach(() => {
  tried = [];
  pretendConfig({ wireKey: '0123456789abcdef' });
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

const refused = (problem: 'desk.wrong-pin' | 'desk.over' | 'device.unknown', detail = {}) =>
  new CallError({
    status: 403,
    body: { problem, message: 'Refused.', detail },
    atLogin: false,
  });
const network = (isThere: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isThere);

it.each([
  ['wrong', refused('desk.wrong-pin', { left: 4 }), 'forget check'],
  ['over', refused('desk.over'), 'drop desk'],
] as const)(
  "handInPin locks an offline-unlocked desk by the server's answer, even when the disk fails: %s",
  async (kind, why, written) => {
    network(false);
    expect((await unlockDesk(DESK, '816240')).kind).toBe('offline');
    network(true);
    refusal = why;
    const heard: Unlocked[] = [];
    stop = handInPin((answer) => heard.push(answer));
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(heard.map((one) => one.kind)).toEqual([kind]));
    expect(tried).toContain(written);
  },
);

it.each(['desk.over', 'device.unknown'] as const)(
  'unlockDesk drops cached lists of a revoked device, even when the disk fails: %s',
  async (problem) => {
    network(true);
    refusal = refused(problem);
    expect(await unlockDesk(DESK, '816240')).toEqual({ kind: 'over' });
    expect(tried).toEqual(['drop lists', 'drop desk']);
  },
);
