import type { SmsFailure } from '../../gateways/sms/index.ts';

/** Meaning of a failure with one message: for the provider that was asked, for the other one, and for all other messages. */
interface FailureRule {
  /** The provider may have the message after all, so that no other one sees it; `beside-a-second`: where there is another one. */
  readonly mayHaveIt: boolean | 'beside-a-second';
  /** It takes nothing of ours now, so that the other provider may have the message. */
  readonly takesNothing: boolean;
  /** The first provider fails by it: the other messages go by the second. */
  readonly fails: boolean;
  /** Somebody is there, whatever the answer says: the gateway is back. */
  readonly isAnswer: boolean;
}

const OF_THIS_MESSAGE: FailureRule = { mayHaveIt: false, takesNothing: false, fails: false, isAnswer: true };

export const FAILURE_RULES: Readonly<Record<SmsFailure, FailureRule>> = {
  away: { mayHaveIt: false, takesNothing: true, fails: true, isAnswer: false },
  // HTTP 5xx: taken for a no where nobody else could have the message meanwhile, since else no message would outlive such an outage.
  busy: { mayHaveIt: 'beside-a-second', takesNothing: false, fails: true, isAnswer: false },
  unsure: { mayHaveIt: true, takesNothing: false, fails: true, isAnswer: false },
  stop: { mayHaveIt: false, takesNothing: true, fails: true, isAnswer: true },
  hold: OF_THIS_MESSAGE,
  later: OF_THIS_MESSAGE,
  route: OF_THIS_MESSAGE,
  number: OF_THIS_MESSAGE,
  never: OF_THIS_MESSAGE,
};
