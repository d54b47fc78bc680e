import * as contract from '@mfuko/contract/clock';
import type { Desk } from '../../platform/http/serve.ts';
import { decide, state } from './state.ts';
import { readStatus } from './status.ts';

export function serveClock(desk: Desk): void {
  desk.serve(contract.clockStatus, readStatus);
  desk.serve(contract.stateClock, state);
  desk.serve(contract.decideClock, decide);
}
