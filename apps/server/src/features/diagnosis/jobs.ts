import { z } from 'zod';
import type { PaymentsGateway } from '../../gateways/payments/index.ts';
import { type Jobs, originOf } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import type { ResultHandlers } from '../payments/index.ts';
import { CHECK_ANSWER, END_CHECK, endUnanswered, handleCheckAnswer } from './balance.ts';
import { runCheck } from './run.ts';
import { CHECK_CONFIG } from './start.ts';

const ofRun = z.object({ schoolId: z.uuid(), id: z.uuid(), again: z.boolean().default(false) });

export function diagnosisJobs(context: AppContext, gateway: PaymentsGateway): Jobs {
  return {
    [CHECK_CONFIG]: (given, run) => runCheck(context, gateway, ofRun.parse(given), originOf(CHECK_CONFIG, run)),
    [END_CHECK]: (given, run) => {
      const { schoolId, id } = ofRun.parse(given);
      return endUnanswered(context, schoolId, id, originOf(END_CHECK, run));
    },
  };
}

/** Handlers of what M-Pesa answers to checks. */
export function diagnosisAnswers(context: AppContext): ResultHandlers {
  return { [CHECK_ANSWER]: handleCheckAnswer(context) };
}
