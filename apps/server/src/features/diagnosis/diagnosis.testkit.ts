import type { StepOutcome } from '@mfuko/contract/diagnosis';
import { checkConfig, getConfigCheck } from '@mfuko/contract/diagnosis';
import type { AnswerOf } from '@mfuko/contract/endpoint';
import { registerPayments } from '@mfuko/contract/payments';
import { schoolConfig } from '@mfuko/contract/schools';
import { aNumber, type Person, type TestServer } from '../../../tests/kit.ts';
import type { SimulatedPayments } from '../../../tests/payments.testkit.ts';
import { sealCredential } from '../../gateways/payments/index.ts';

export const PASSWORD = 'Simba#2026';
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

export type Checked = AnswerOf<typeof getConfigCheck>;

/** Returns a date in East Africa Time, so many days back by the simulator's clock. */
export function daysAgo(payments: SimulatedPayments, days: number): string {
  return new Date(payments.clock.now() + 3 * HOUR_MS - days * DAY_MS).toISOString().slice(0, 10);
}

/** Creates a school with a valid configuration that the simulator knows and checks in full. */
export async function createConfiguredSchool(server: TestServer, payments: SimulatedPayments, admin: Person) {
  const shortCode = String(700_000 + aNumber());
  const schoolSYSID = await server.aSchool();
  const truth = {
    shortCode,
    consumerKey: `key-of-${shortCode}-0001`,
    consumerSecret: `secret-of-${shortCode}-0001`,
    passkey: `passkey-of-${shortCode}-0001`,
    operators: [{ name: 'schoolapi', password: PASSWORD }],
    utility: 1_000,
  };
  /** Sets the simulator's state. */
  const tell = async (changes: object = {}) => {
    const { status, text } = await payments.tell('/simulator/shortcodes', { ...truth, ...changes });
    if (status !== 200) throw new Error(`The simulator answered ${status}: ${text}`);
  };
  const { pem } = (await (await fetch(`${payments.simulator.url}/simulator/certificate`)).json()) as { pem: string };
  const right = {
    schoolSYSID,
    contactName: 'Achieng Odhiambo',
    contactNumber: '254722000111',
    contactEmail: 'bursar@example.com',
    shortCode,
    lnmShortCode: shortCode,
    initiator: 'schoolapi',
    apiUser: 'schoolapi',
    consumerKey: truth.consumerKey,
    consumerSecret: truth.consumerSecret,
    securityCredential: sealCredential(pem, PASSWORD),
    lnmPassWord: truth.passkey,
    apiPassword: PASSWORD,
  };
  /** Saves the configuration as an Admin does on Set Config. */
  const type = async (changes: object = {}) => {
    const { status, body } = await admin.ask(schoolConfig, { ...right, ...changes });
    if (status !== 200) throw new Error(`schoolConfig answered ${status}: ${JSON.stringify(body)}`);
  };
  const register = async () => {
    const { status, body } = await admin.ask(registerPayments, { schoolSYSID });
    if (status !== 200) throw new Error(`registerPayments answered ${status}: ${JSON.stringify(body)}`);
  };
  const begin = (more: object = {}) =>
    admin.ask<{ sysid: string }>(checkConfig, { schoolSYSID, passwordSetOn: daysAgo(payments, 10), ...more });
  const show = async () => (await admin.ask<Checked>(getConfigCheck, { schoolSYSID })).body;
  await tell();
  await type();
  return {
    schoolSYSID,
    shortCode,
    pem,
    right,
    tell,
    type,
    register,
    begin,
    show,
    /** Runs a whole check, including the minute that an answer may take. */
    async check(more: object = {}): Promise<Checked> {
      const begun = await begin(more);
      if (begun.status !== 200) throw new Error(`checkConfig answered ${begun.status}: ${JSON.stringify(begun.body)}`);
      await payments.settle(server);
      for (let minutes = 0; minutes < 2 && (await show()).check?.finishedAt === null; minutes++) {
        await payments.later(server, 61_000);
        await payments.settle(server);
      }
      return show();
    },
  };
}

export type RightSchool = Awaited<ReturnType<typeof createConfiguredSchool>>;

/** Lists the faults of a check, by its steps. */
export function faultsOf({ check }: Checked): (string | null)[] {
  return stepsOf(check?.steps ?? [], 'failed');
}

export function gapsOf({ check }: Checked): (string | null)[] {
  return stepsOf(check?.steps ?? [], 'unchecked');
}

function stepsOf(steps: readonly StepOutcome[], state: StepOutcome['state']) {
  return steps.filter((step) => step.state === state).map(({ code }) => code);
}
