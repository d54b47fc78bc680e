import type { SmsFailure } from '../../gateways/sms/index.ts';

/** Consequences of a failure for this message, for the provider that failed, and for the other messages. */
interface FailureRule {
  /** The provider may have the message, so that no other provider gets it; `beside-a-second`: only where a second provider exists. */
  readonly mayHaveIt: boolean | 'beside-a-second';
  /** The provider takes no message now, so that the other provider may be given this one. */
  readonly takesNothing: boolean;
  /** The primary provider counts as failing: the other messages go by the second. */
  readonly fails: boolean;
  /** The failure is an answer, so the gateway can be reached. */
  readonly isAnswer: boolean;
}

const OF_THIS_MESSAGE: FailureRule = { mayHaveIt: false, takesNothing: false, fails: false, isAnswer: true };

export const FAILURE_RULES: Readonly<Record<SmsFailure, FailureRule>> = {
  away: { mayHaveIt: false, takesNothing: true, fails: true, isAnswer: false },
  // HTTP 5xx counts as a refusal where only one provider exists: otherwise every message would be given up during such an outage.
  busy: { mayHaveIt: 'beside-a-second', takesNothing: false, fails: true, isAnswer: false },
  unsure: { mayHaveIt: true, takesNothing: false, fails: true, isAnswer: false },
  stop: { mayHaveIt: false, takesNothing: true, fails: true, isAnswer: true },
  hold: OF_THIS_MESSAGE,
  later: OF_THIS_MESSAGE,
  route: OF_THIS_MESSAGE,
  number: OF_THIS_MESSAGE,
  never: OF_THIS_MESSAGE,
};
