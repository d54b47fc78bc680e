import { registerPull, registerUrl, simulatePayment } from './c2b.ts';
import { payOut, queryBalance, queryTransaction, reverse } from './orders.ts';
import { pullPayments } from './pull.ts';
import { Fault, type Reply, type Request } from './requests.ts';
import type { Simulation } from './simulator.ts';
import { processRequest, queryStkPushState } from './stk.ts';
import { deadToken, type TokenStore } from './tokens.ts';

type Product = (simulation: Simulation, request: Request) => Reply | Promise<Reply>;

const PRODUCTS: Record<string, Product> = {
  '/mpesa/c2b/*/registerurl': registerUrl,
  '/mpesa/c2b/*/simulate': simulatePayment,
  '/mpesa/stkpush/*/processrequest': processRequest,
  '/mpesa/stkpushquery/*/query': queryStkPushState,
  '/mpesa/b2c/*/paymentrequest': payOut,
  '/mpesa/transactionstatus/*/query': queryTransaction,
  '/mpesa/accountbalance/*/query': queryBalance,
  '/mpesa/reversal/*/request': reverse,
  '/pulltransactions/*/register': registerPull,
  '/pulltransactions/*/query': pullPayments,
};

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly search: URLSearchParams;
  readonly authorization: string | undefined;
  /** Undefined where it is no JSON object. */
  readonly body: Record<string, unknown> | undefined;
}

export const PAGE =
  '<html><head><title>Request Rejected</title></head><body>Please consult with your administrator.</body></html>';

/** Answers as Daraja would; text is the page of a gateway on the way. Throws Fault. */
export async function answerProduct(simulation: Simulation, tokens: TokenStore, asked: Asked): Promise<Reply | string> {
  const { method, path, authorization } = asked;
  if (path === '/oauth/v1/generate') {
    if (method !== 'GET') throw new Fault(400, '400.008.02', 'Invalid grant type passed');
    return { status: 200, body: tokens.issue(authorization, asked.search.get('grant_type')) };
  }
  const version = /\/(v\d)\//.exec(path)?.[1] ?? '';
  const product = PRODUCTS[path.replace(`/${version}/`, '/*/')];
  if (!product || version === '') throw new Fault(404, '404.001.01', 'Resource not found');
  const isPullQuery = product === pullPayments;
  if (method !== 'POST' && !(isPullQuery && method === 'GET')) throw new Fault(405, '405.001', 'Method Not Allowed');
  const body = method === 'GET' ? (asked.body ?? Object.fromEntries(asked.search)) : asked.body;
  // A customer who pays by hand has no token; with one, it must be good.
  const byHand = product === simulatePayment && authorization === undefined;
  const consumerKey = tokens.consumerOf(authorization);
  if (consumerKey === null && !byHand) throw deadToken(path);
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
