import type { ReactNode } from 'react';
import type { CallError } from '../../lib/problems.ts';

export interface CashOutProps {
  /** Above: what stands under the title: out of whose till the cash comes. */
  readonly above?: ReactNode;
  /** Rules: what the school's rules say of the cash-out that is being typed. */
  readonly rules?: (cashOut: {
    readonly admissionNumber: string;
    readonly amount: string;
    /** Number of times that the server has said no to it. */
    readonly refusals: number;
    /** Asks for the finger or the PIN again, once somebody else has approved. */
    readonly onApproved: () => void;
  }) => ReactNode;
}

export interface TakenSlip {
  readonly admissionNumber: string;
  readonly amount: string;
  readonly reference: string;
  /** Of the refusal. */
  readonly detail: CallError['detail'];
}
