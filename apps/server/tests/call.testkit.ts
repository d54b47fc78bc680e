import type { Call } from '../src/platform/http/call.ts';
import { newId } from '../src/platform/records/id.ts';

/** A call of an agent at the gate, for steps that need no transaction of it. */
export function callIn(schoolId: string, userId = newId()): Call {
  const actor = { userId, role: 'CheckAgent', duties: ['gate'], userName: '', names: '', schoolId } as const;
  return {
    actor,
    schoolId,
    requestId: 'test',
    attempt: null,
    leaveIfAnswered: async () => undefined,
  } as unknown as Call;
}
