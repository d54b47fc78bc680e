import { z } from 'zod';
import type { Reply } from './messaging.ts';
import { optOut, reachAgain } from './reports.ts';
import type { Simulation } from './simulation.ts';
import { accountOf, knobsForm, phoneForm, phoneOf } from './world.ts';

const setAccount = z.object({
  username: z.string().min(1),
  apiKey: z.string().min(1),
  deliveryUrl: z.url().nullable().optional(),
  optOutUrl: z.url().nullable().optional(),
  balance: z.number().int().optional(),
});
const setKnobs = knobsForm.partial().extend({ username: z.string().optional() });
const setPhone = phoneForm.partial().required({ number: true });
const whichPhone = phoneForm.pick({ number: true });

/** Addresses that change something; the others are read-only. */
export const COMMANDS = new Set(
  ['accounts', 'knobs', 'phones', 'prices', 'opt-out', 'flush'].map((name) => `/simulator/${name}`),
);

/** Handles the simulator's control calls, and returns its state for tests to compare with. Null where there is no such address. */
export async function answerControl(simulation: Simulation, path: string, body: unknown): Promise<Reply | null> {
  const { world } = simulation;
  switch (path) {
    case '/simulator':
      return { status: 200, body: { simulator: 'africastalking', of: 'mfuko' } };
    case '/simulator/truth':
      return { status: 200, body: worldOf(simulation) };
    case '/simulator/flush':
      await simulation.agenda.flush();
      break;
    case '/simulator/accounts': {
      const { username, apiKey, ...told } = setAccount.parse(body);
      Object.assign(accountOf(world, username, apiKey), { apiKey, ...told });
      break;
    }
    case '/simulator/knobs': {
      const { username, ...turned } = setKnobs.parse(body);
      for (const account of Object.values(world.accounts)) {
        if ((username ?? account.username) === account.username) Object.assign(account.knobs, turned);
      }
      break;
    }
    case '/simulator/phones': {
      const told = setPhone.parse(body);
      const phone = Object.assign(phoneOf(world, told.number), told);
      if (phone.script === 'deliver') reachAgain(simulation, phone);
      break;
    }
    case '/simulator/prices':
      Object.assign(world.prices, z.record(z.string().regex(/^\d{5}$/), z.number().int().min(0)).parse(body));
      break;
    case '/simulator/opt-out':
      await optOut(simulation, phoneOf(world, whichPhone.parse(body).number));
      break;
    default:
      return null;
  }
  simulation.changed();
  return { status: 200, body: { done: true } };
}

/** Omits keys and addresses, which are secrets. */
function worldOf({ world }: Simulation): object {
  return {
    accounts: Object.values(world.accounts).map(({ username, balance, knobs, deliveryUrl }) => ({
      ...{ username, balance, knobs },
      told: deliveryUrl !== null,
    })),
    phones: Object.values(world.phones),
    messages: world.messages,
  };
}
