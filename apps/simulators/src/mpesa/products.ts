import type { ProductName } from './apps.ts';
import { registerPull, registerUrl, simulatePayment } from './c2b.ts';
import { payOut, queryBalance, queryTransaction, reverse } from './orders.ts';
import { pullPayments } from './pull.ts';
import { Fault, type Reply, type Request } from './requests.ts';
import type { Simulation } from './simulator.ts';
import { processRequest, queryStkPushState } from './stk.ts';
import { deadToken, notGranted, type TokenStore } from './tokens.ts';

type Product = (simulation: Simulation, request: Request) => Reply | Promise<Reply>;

const PRODUCTS: Record<string, { readonly answer: Product; readonly name: ProductName }> = {
  '/mpesa/c2b/*/registerurl': { answer: registerUrl, name: 'c2b' },
  '/mpesa/c2b/*/simulate': { answer: simulatePayment, name: 'c2b' },
  '/mpesa/stkpush/*/processrequest': { answer: processRequest, name: 'stk' },
  '/mpesa/stkpushquery/*/query': { answer: queryStkPushState, name: 'stk' },
  '/mpesa/b2c/*/paymentrequest': { answer: payOut, name: 'b2c' },
  '/mpesa/transactionstatus/*/query': { answer: queryTransaction, name: 'status' },
  '/mpesa/accountbalance/*/query': { answer: queryBalance, name: 'balance' },
  '/mpesa/reversal/*/request': { answer: reverse, name: 'reversal' },
  '/pulltransactions/*/register': { answer: registerPull, name: 'pull' },
  '/pulltransactions/*/query': { answer: pullPayments, name: 'pull' },
};

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly search: URLSearchParams;
  readonly authorization: string | undefined;
  /** Undefined where the body is not a JSON object. */
  readonly body: Record<string, unknown> | undefined;
}

export const PAGE =
  '<html><head><title>Request Rejected</title></head><body>Please consult with your administrator.</body></html>';

/** Answers as Daraja would; a string is the HTML page of a gateway in between. Throws Fault. */
export async function answerProduct(simulation: Simulation, tokens: TokenStore, asked: Asked): Promise<Reply | string> {
  const { method, path, authorization } = asked;
  if (path === '/oauth/v1/generate') {
    if (method !== 'GET') throw new Fault(400, '400.008.02', 'Invalid grant type passed');
    return { status: 200, body: tokens.issue(authorization, asked.search.get('grant_type')) };
  }
  const version = /\/(v\d)\//.exec(path)?.[1] ?? '';
  const { answer: product, name } = PRODUCTS[path.replace(`/${version}/`, '/*/')] ?? {};
  if (!product || !name || version === '') throw new Fault(404, '404.001.01', 'Resource not found');
  const isPullQuery = product === pullPayments;
  if (method !== 'POST' && !(isPullQuery && method === 'GET')) throw new Fault(405, '405.001', 'Method Not Allowed');
  const body = method === 'GET' ? (asked.body ?? Object.fromEntries(asked.search)) : asked.body;
  // A payment by hand needs no token, but a token that is sent must be valid.
  const byHand = product === simulatePayment && authorization === undefined;
  const consumerKey = tokens.consumerOf(authorization);
  if (consumerKey === null && !byHand) throw deadToken(path);
  const granted = consumerKey === null ? null : simulation.world.apps[consumerKey]?.products;
  if (granted && !granted.includes(name)) throw notGranted(path);
  if (!body) throw new Fault(400, '400.002.02', 'Bad Request - Invalid JSON');
  const knobs = knobsFor(simulation, body);
  if (knobs && !byHand) {
    const { chances } = simulation;
    if (chances.happens(knobs.deadTokenPercent)) throw deadToken(path);
    if (chances.happens(knobs.busyPercent))
      throw new Fault(500, '500.003.02', 'System is busy. Please try again later.');
    if (chances.happens(knobs.pagePercent)) return PAGE;
  }
  return product(simulation, { consumerKey, version, body });
}

function knobsFor({ world }: Simulation, body: Record<string, unknown>) {
  const field = ['ShortCode', 'BusinessShortCode', 'ReceiverParty', 'PartyA'].find((name) => name in body);
  return world.shortCodes[String(field ? body[field] : '')]?.knobs;
}
