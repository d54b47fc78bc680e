import type { Simulation } from './simulator.ts';
import { newShortCode, type ShortCode } from './world.ts';

export interface Reply {
  readonly status: number;
  readonly body: object;
}

/** A request that came with a token which is good. */
export interface Request {
  /** Null: a payment by hand, made on this machine without a token. */
  readonly consumerKey: string | null;
  readonly version: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Fault: thrown for a request that is turned away, in Daraja's words. */
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

/** A whole amount of shillings; the real one takes `150` and `"150"`, and no fraction. */
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

/** An address to call back. On this machine http and loopback will do; the words are refused as they are outside. */
export function urlOf(request: Request, field: string): string {
  const text = textOf(request, field);
  if (!URL.canParse(text) || !/^https?:\/\//.test(text)) throw invalid(field);
  if (FORBIDDEN.some((word) => text.slice(8).toLowerCase().includes(word))) throw invalid(field);
  return text;
}

/** The short code that a request is about. One that nobody told of is learnt where `learn` says so. */
export function shortCodeOf(simulation: Simulation, request: Request, field: string, learn: boolean): ShortCode {
  const text = textOf(request, field);
  if (!/^\d{5,7}$/.test(text)) throw invalid(field);
  const { world } = simulation;
  const known = world.shortCodes[text];
  // An app that it was told of has the numbers that it was told of, and no other.
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
