import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { announce, countAudience } from '@mfuko/contract/messages';
import { registerPayments, requestPayment } from '@mfuko/contract/payments';
import { startTotp } from '@mfuko/contract/second-factor';
import * as wallet from '@mfuko/contract/wallet';
import { BOOKS_CHECK, bookJobs } from '../src/features/books/jobs.ts';
import { noPayments } from '../src/gateways/payments/index.ts';
import { auditJobs, SEAL } from '../src/platform/audit/seal.ts';
import { seedDemo } from '../src/seed/demo.ts';
import { seedFingers } from '../src/seed/fingers.ts';
import { FIRST_NUMBER } from '../src/seed/people.ts';
import type { Person, TestServer } from './kit.ts';
import type { SimulatedPayments } from './payments.testkit.ts';

/**
 * Fills a server with the demonstration school, at any hour: fingers, money by cash and by M-Pesa, messages, closed days, a sealed audit
 * trail.
 */
export async function liveSchool(
  server: TestServer,
  payments: SimulatedPayments,
): Promise<{ schoolId: string; bursar: Person }> {
  const demo = await seedDemo(server.context, () => undefined, { students: 3 });
  if (!demo) throw new Error('The database is not empty.');
  await seedFingers(server.app, server.context, demo);
  const admin = await server.aPerson('Admin');
  const bursar = await server.aPerson('SchoolAdmin', demo.schoolId);
  const second = await server.aPerson('SchoolAdmin', demo.schoolId);
  const [one, other] = [String(FIRST_NUMBER), String(FIRST_NUMBER + 1)];
  const paid = await done(bursar, wallet.deposit, { admissionNumber: one, amount: 500, reference: 'Slip 17' });
  await done(second, wallet.reverse, { sysid: paid.receipt?.sysid, reason: 'Typed twice' });
  await done(bursar, wallet.deposit, { admissionNumber: one, amount: 300.5 });
  await done(bursar, startTotp, {});
  await done(admin, registerPayments, { schoolSYSID: demo.schoolId });
  await payments.payByHand('600999', 150, one);
  await done(bursar, requestPayment, { admissionNumber: other, amount: 100, mobileNumber: '254711223355' });
  await payments.settle(server);
  const audience = await bursar.ask<{ recipients: number }>(countAudience, {});
  await done(bursar, announce, { textEn: 'School closes at noon.', recipients: audience.body.recipients });
  await server.runJobs();
  await bookJobs(server.context, noPayments)[BOOKS_CHECK]?.({});
  await auditJobs(server.context)[SEAL]?.({});
  return { schoolId: demo.schoolId, bursar };
}

async function done(person: Person, endpoint: Endpoint, input: object): Promise<Answer> {
  const { status, body } = await person.ask<Answer>(endpoint, input, { key: randomUUID() });
  if (status !== 200) throw new Error(`${endpoint.path} answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

interface Answer {
  readonly receipt?: { readonly sysid: string };
}
