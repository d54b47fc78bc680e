import { type ComponentProps, useEffect } from 'react';
import { CashCounter as Counter } from '../features/wallet/CashCounter.tsx';
import { latePart } from '../lib/late-part.ts';
import { onStepUp } from '../lib/request.ts';
import { askStepUp, type StepUpAsk, useStepUpAsk } from '../lib/step-up.ts';

/** Question in the midst of a payment. Where it does not come, the call ends as if nobody had answered. */
const StepUpAtDesk = latePart(
  () => import('../features/session/lock/StepUpAtDesk.tsx').then((all) => all.StepUpAtDesk),
  Unanswered,
);

/** The cash desk of the lean entry, with the one question that its calls put to whoever works there. */
export function CashCounter(props: ComponentProps<typeof Counter>) {
  const stepUp = useStepUpAsk();
  useEffect(() => {
    onStepUp((error) => askStepUp(error.detail));
    // Fetched with the desk: it comes over the keys of the next student.
    void StepUpAtDesk.ahead();
  }, []);
  return (
    <>
      <Counter {...props} />
      {stepUp && <StepUpAtDesk ask={stepUp} />}
    </>
  );
}

function Unanswered({ ask }: { readonly ask: StepUpAsk }) {
  useEffect(() => ask.settle(false), [ask]);
  return null;
}
