import type { ReactNode } from 'react';
import type { CallError } from '../../lib/problems.ts';

export interface CashOutProps {
  /** Content below the title: the till that the cash comes from. */
  readonly above?: ReactNode;
  /** Renders the school's rules for the cash-out that is being typed. */
  readonly rules?: (cashOut: {
    readonly admissionNumber: string;
    readonly amount: string;
    /** Number of refusals of this cash-out by the server. */
    readonly refusals: number;
    /** Asks for the finger or PIN again, after an approval by another user. */
    readonly onApproved: () => void;
  }) => ReactNode;
}

export interface TakenSlip {
  readonly admissionNumber: string;
  readonly amount: string;
  readonly reference: string;
  /** Detail of the refusal. */
  readonly detail: CallError['detail'];
}
