import { randomUUID } from 'node:crypto';
import { notForPull } from './c2b.ts';
import { eatWithZ, fromEat } from './eat.ts';
import { invalid, type Reply, type Request, shortCodeOf, textOf } from './requests.ts';
import type { Simulation } from './simulator.ts';
import { subscriberOf } from './world.ts';

/** Longest window of a request, and the age up to which payments are listed: older ones are only in the organisation's statement. */
const MAX_MS = 48 * 3_600_000;
/** Tolerance for a request's duration, and for its window in whole seconds. */
const SLACK_MS = 60_000;
const PAGE = 100;

/** Lists the payments of a window, from the same records as everything else. */
export function pullPayments(simulation: Simulation, request: Request): Reply {
  const paybill = shortCodeOf(simulation, request, 'ShortCode', false);
  if (!paybill.pulls) throw notForPull();
  const from = fromEat(textOf(request, 'StartDate'));
  const to = fromEat(textOf(request, 'EndDate'));
  const offset = Number(textOf(request, 'OffSetValue') || '0');
  if (Number.isNaN(from)) throw invalid('StartDate');
  if (Number.isNaN(to) || to < from || to - from > MAX_MS) throw invalid('EndDate');
  if (!Number.isInteger(offset) || offset < 0) throw invalid('OffSetValue');
  const rows = Object.values(simulation.world.transactions)
    .filter((each) => each.shortCode === paybill.shortCode && each.state === 'Completed')
    .filter((each) => each.kind === 'c2b' || each.kind === 'stk')
    // The window is given in whole seconds and includes its last one.
    .filter((each) => each.at >= from && each.at < to + 1_000)
    .filter((each) => each.at >= simulation.clock.now() - MAX_MS - SLACK_MS)
    .slice(offset, offset + PAGE)
    .map((each) => ({
      transactionId: each.receipt,
      trxDate: eatWithZ(each.at),
      msisdn: Number(each.msisdn.slice(3)),
      sender: subscriberOf(simulation.world, each.msisdn).name,
      transactiontype: 'c2b-pay-bill-debit',
      billreference: each.account,
      amount: `${each.amount}.00`,
      organizationname: `Paybill ${paybill.shortCode}`,
    }));
  const found = rows.length > 0;
  return {
    status: 200,
    body: {
      ResponseRefID: randomUUID(),
      ResponseCode: found ? '1000' : '1001',
      ResponseMessage: found ? 'Success' : 'No transactions found',
      // The provider nests the array in an array.
      Response: found ? [rows] : [],
    },
  };
}
