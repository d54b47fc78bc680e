import { z } from 'zod';
import type { PaymentsGateway } from '../../gateways/payments/index.ts';
import { type Jobs, originOf } from '../../platform/jobs/jobs.ts';
import type { AppContext } from '../../platform/process/app-context.ts';
import type { ResultHandlers } from '../payments/index.ts';
import { endUnanswered, handleCheckAnswer } from './answer.ts';
import { ASK_STATUS, askStatus, CHECK_ANSWER, END_CHECK } from './ask.ts';
import { runCheck } from './run.ts';
import { CHECK_CONFIG } from './start.ts';

const ofRun = z.object({ schoolId: z.uuid(), id: z.uuid(), again: z.boolean().default(false) });
const ofQuestion = ofRun.extend({ asked: z.enum(['balance', 'status']).default('balance') });

export function diagnosisJobs(context: AppContext, gateway: PaymentsGateway): Jobs {
  return {
    [CHECK_CONFIG]: (given, run) => runCheck(context, gateway, ofRun.parse(given), originOf(CHECK_CONFIG, run)),
    [ASK_STATUS]: (given, run) => askStatus(context, gateway, ofRun.parse(given), originOf(ASK_STATUS, run)),
    [END_CHECK]: (given, run) => endUnanswered(context, ofQuestion.parse(given), originOf(END_CHECK, run)),
  };
}

/** Handlers for M-Pesa's answers to checks. */
export function diagnosisAnswers(context: AppContext): ResultHandlers {
  return { [CHECK_ANSWER]: handleCheckAnswer(context) };
}
