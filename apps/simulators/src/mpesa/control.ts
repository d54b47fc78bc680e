import { z } from 'zod';
import { products } from './apps.ts';
import { certificateOf, TRIES } from './operators.ts';
import { answerStkPush, cancelStkPush, ignoreStkPush } from './phone.ts';
import { Fault, type Reply } from './requests.ts';
import type { Simulation } from './simulator.ts';
import { knobsForm, newShortCode, roles, subscriberForm, subscriberOf } from './world.ts';

const whichShortCode = z.object({ shortCode: z.string().optional() });

const setShortCode = z.object({
  shortCode: z.string().regex(/^\d{5,7}$/),
  consumerKey: z.string().min(1),
  consumerSecret: z.string().min(1),
  passkey: z.string().min(1),
  kind: z.enum(['paybill', 'till']).default('paybill'),
  /** Products of the app; omitted for all of them. */
  products: z.array(products).optional(),
  operators: z
    .array(
      z.object({
        name: z.string().min(1),
        password: z.string().min(1),
        roles: z.array(roles).optional(),
        passwordSetAt: z.number().optional(),
        /** True for an operator who is locked after too many wrong credentials. */
        locked: z.boolean().default(false),
      }),
    )
    .default([]),
  validationEnabled: z.boolean().default(true),
  utility: z.number().int().optional(),
});

const setSubscriber = subscriberForm.partial().required({ msisdn: true });

const answer = z.object({
  checkoutRequestId: z.string(),
  action: z.enum(['pin', 'cancel', 'ignore']),
  pin: z.string().max(12).default(''),
});

/** Handles the simulator's control calls, and returns its state for tests to compare with. Null where there is no such address. */
export async function answerControl(simulation: Simulation, path: string, body: unknown): Promise<Reply | null> {
  switch (path) {
    case '/simulator':
      return { status: 200, body: { simulator: 'daraja', of: 'mfuko' } };
    case '/simulator/truth':
      return { status: 200, body: worldOf(simulation) };
    case '/simulator/phones':
      return { status: 200, body: phonesOf(simulation) };
    case '/simulator/messages':
      return { status: 200, body: simulation.messages };
    case '/simulator/certificate':
      return { status: 200, body: { pem: certificateOf(simulation) } };
    case '/simulator/flush':
      await simulation.agenda.flush();
      return done(simulation);
    case '/simulator/knobs':
      return turnKnobs(simulation, read(whichShortCode, body).shortCode, body as object);
    case '/simulator/shortcodes':
      return notifyOfShortCode(simulation, read(setShortCode, body));
    case '/simulator/subscribers': {
      const change = read(setSubscriber, body);
      Object.assign(subscriberOf(simulation.world, change.msisdn), change);
      return done(simulation);
    }
    case '/simulator/answer':
      return answerOnPhone(simulation, read(answer, body));
    default:
      return null;
  }
}

/** Addresses that change something; the others are read-only. */
export const COMMANDS = new Set(
  ['flush', 'knobs', 'shortcodes', 'subscribers', 'answer'].map((name) => `/simulator/${name}`),
);

function worldOf({ world }: Simulation): object {
  return {
    shortCodes: Object.values(world.shortCodes).map(
      ({ shortCode, utility, working, charges, strict, validationEnabled, urls, pulls, knobs }) => ({
        ...{ shortCode, utility, working, charges, strict, validationEnabled, pulls, knobs },
        registered: urls !== null,
      }),
    ),
    // Omits the PINs, so that spectators of a demonstration do not see them.
    subscribers: Object.values(world.subscribers).map(({ pin: _pin, ...rest }) => rest),
    pushes: Object.values(world.pushes).map(({ callbackUrl: _secret, ...rest }) => rest),
    transactions: Object.values(world.transactions),
  };
}

const SHOWN = 20;

/** Returns the data of the handset page: subscribers, waiting STK pushes, and the outcome of the last ones. */
function phonesOf({ world }: Simulation): object {
  const pushes = Object.values(world.pushes).map(({ callbackUrl: _secret, ...rest }) => rest);
  return {
    shortCodes: Object.keys(world.shortCodes),
    subscribers: Object.values(world.subscribers)
      .map(({ msisdn, name, balance, reachable }) => ({ msisdn, name, balance, reachable }))
      .slice(-SHOWN),
    waiting: pushes.filter((push) => push.code === null),
    answered: pushes
      .filter((push) => push.code !== null)
      .slice(-SHOWN)
      .reverse(),
  };
}

/** Changes only the given knobs. Without a short code the change applies to all short codes, and to future ones. */
function turnKnobs(simulation: Simulation, shortCode: string | undefined, turned: object): Reply {
  const { world } = simulation;
  const those = Object.values(world.shortCodes).filter((each) => (shortCode ?? each.shortCode) === each.shortCode);
  if (shortCode !== undefined && those.length === 0) throw new Fault(404, 'simulator', 'There is no such short code');
  if (shortCode === undefined) world.knobs = read(knobsForm, { ...world.knobs, ...turned });
  for (const each of those) each.knobs = read(knobsForm, { ...each.knobs, ...turned });
  return done(simulation);
}

/** Registers a merchant's short code with the simulator: from now on everything is checked. */
function notifyOfShortCode(simulation: Simulation, told: z.output<typeof setShortCode>): Reply {
  const { world, clock } = simulation;
  const before = world.shortCodes[told.shortCode] ?? newShortCode(world, told.shortCode, true);
  world.apps[told.consumerKey] = { secret: told.consumerSecret, strict: true, products: told.products ?? null };
  world.shortCodes[told.shortCode] = {
    ...before,
    strict: true,
    consumerKeys: [told.consumerKey],
    passkey: told.passkey,
    kind: told.kind,
    validationEnabled: told.validationEnabled,
    utility: told.utility ?? before.utility,
    operators: told.operators.map(({ locked, ...operator }) => ({
      ...operator,
      roles: operator.roles ?? [...roles.options],
      failures: locked ? TRIES : 0,
      passwordSetAt: operator.passwordSetAt ?? clock.now(),
    })),
  };
  return done(simulation);
}

async function answerOnPhone(simulation: Simulation, said: z.output<typeof answer>): Promise<Reply> {
  const push = simulation.world.pushes[said.checkoutRequestId];
  if (!push || push.code !== null) throw new Fault(409, 'simulator', 'This prompt is gone');
  if (said.action === 'pin') await answerStkPush(simulation, push, said.pin);
  else if (said.action === 'cancel') await cancelStkPush(simulation, push);
  else await ignoreStkPush(simulation, push);
  return done(simulation);
}

function done(simulation: Simulation): Reply {
  simulation.changed();
  return { status: 200, body: { done: true } };
}

function read<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues.map((issue) => issue.path.join('.')).join(', ');
  throw new Fault(400, 'simulator', `Not understood: ${where || 'the body'}`);
}
