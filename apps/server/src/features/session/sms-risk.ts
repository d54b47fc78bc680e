import { inSchoolOf, PLATFORM_SCHOOL } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';

/** Records that the caller has read of the risk of signing in by SMS alone, so that the notice is not shown again, on any device. */
export function putSmsRiskAside(call: Call): Promise<{ smsRisk: false }> {
  const { actor } = call;
  return call.record((tx) =>
    inSchoolOf(tx, actor.schoolId ?? PLATFORM_SCHOOL, async (inside) => {
      await inside.row(
        'UPDATE users SET sms_risk_read_at = clock_timestamp() WHERE school_id = $1 AND id = $2 AND sms_risk_read_at IS NULL',
        [inside.schoolId, actor.userId],
      );
      return { smsRisk: false };
    }),
  );
}
