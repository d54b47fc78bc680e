import type { Simulation } from './simulator.ts';
import { newShortCode, type ShortCode } from './world.ts';

export interface Reply {
  readonly status: number;
  readonly body: object;
}

/** Request with a valid token. */
export interface Request {
  /** Consumer key; null for a payment by hand, made on this machine without a token. */
  readonly consumerKey: string | null;
  readonly version: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Fault: thrown for a refused request, with Daraja's code and message. */
export class Fault extends Error {
  override readonly name = 'Fault';
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function invalid(field: string): Fault {
  return new Fault(400, '400.002.02', `Bad Request - Invalid ${field}`);
}

export function textOf(request: Request, field: string): string {
  const value = request.body[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Parses a whole amount in shillings; the real provider accepts `150` and `"150"`, but no fractions. */
export function amountOf(request: Request, least: number, most: number, field = 'Amount'): number {
  const text = textOf(request, field);
  const amount = Number(text);
  if (!/^\d{1,9}$/.test(text) || amount < least || amount > most) throw invalid(field);
  return amount;
}

export function msisdnOf(request: Request, field: string): string {
  const text = textOf(request, field);
  if (!/^254[17]\d{8}$/.test(text)) throw invalid(field);
  return text;
}

const FORBIDDEN = ['m-pesa', 'mpesa', 'safaricom', 'exe', 'cmd', 'sql', 'query', 'ngrok', 'mockbin', 'requestbin'];

/** Parses a callback address. The simulator accepts http and loopback, but refuses the same words as the provider. */
export function urlOf(request: Request, field: string): string {
  const text = textOf(request, field);
  if (!URL.canParse(text) || !/^https?:\/\//.test(text)) throw invalid(field);
  if (FORBIDDEN.some((word) => text.slice(8).toLowerCase().includes(word))) throw invalid(field);
  return text;
}

/** Returns the short code of a request. An unknown short code is created where `learn` is true. */
export function shortCodeOf(simulation: Simulation, request: Request, field: string, learn: boolean): ShortCode {
  const text = textOf(request, field);
  if (!/^\d{5,7}$/.test(text)) throw invalid(field);
  const { world } = simulation;
  const known = world.shortCodes[text];
  // A registered app may use only the short codes that were registered with it.
  const { consumerKey } = request;
  const isToldOf = consumerKey !== null && world.apps[consumerKey]?.strict === true;
  if (!known && (!learn || isToldOf)) throw invalid(field);
  const shortCode = known ?? newShortCode(world, text, false);
  if (request.consumerKey !== null && !shortCode.consumerKeys.includes(request.consumerKey)) {
    if (shortCode.strict) throw invalid(field);
    shortCode.consumerKeys.push(request.consumerKey);
  }
  world.shortCodes[text] = shortCode;
  return shortCode;
}
