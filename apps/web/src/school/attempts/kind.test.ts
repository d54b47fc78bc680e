import { expect, test } from 'vitest';
import type { Attempt } from './attempts.ts';
import { hintOf, kindOf } from './kind.ts';

const of = (path: string) => ({ path }) as Attempt;

test.each([
  ['wallet/cashOutPin', 'attempts.unknownHint', 'attempts.recordedHint'],
  ['check/consumeMenuPin', 'attempts.unknownHint', 'attempts.recordedHint'],
  ['student/handOutItem', 'attempts.unknownHint', 'attempts.recordedHint'],
  ['wallet/deposit', 'attempts.unknownOther', 'attempts.recordedPaidIn'],
  ['wallet/takeBack', 'attempts.unknownOther', 'attempts.recordedOther'],
  ['wallet/closeTill', 'attempts.unknownOther', 'attempts.recordedOther'],
  ['wallet/refund', 'attempts.unknownOther', 'attempts.recordedOther'],
  ['wallet/approveRefund', 'attempts.unknownOther', 'attempts.recordedSent'],
  ['wallet/requestPayment', 'attempts.unknownOther', 'attempts.recordedSent'],
])('hintOf(%s) tells staff to hand out only for calls that hand something out', (path, unknown, recorded) => {
  expect(hintOf(of(path), 'unknown')).toBe(unknown);
  expect(hintOf(of(path), 'recorded')).toBe(recorded);
  expect(hintOf(of(path), 'void')).toBe('attempts.voidHint');
});

test.each([
  ['wallet/approve', 'approval'],
  ['wallet/refuseApproval', 'approval'],
  ['wallet/requestApproval', 'approval'],
  ['wallet/approveBankTransfer', 'bankTransfer'],
  ['wallet/approveMpesaStatement', 'statement'],
  ['wallet/approveRefund', 'refund'],
  ['wallet/proposeReversal', 'takeBack'],
  ['wallet/reverse', 'takeBack'],
  ['school/undoImport', 'takeBack'],
  ['wallet/requestPayment', 'prompt'],
  ['wallet/approveSettlement', 'suspense'],
])('kindOf(%s) is attempts.kinds.%s', (path, kind) => {
  expect(kindOf(of(path))).toBe(`attempts.kinds.${kind}`);
});
