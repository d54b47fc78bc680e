import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { PROBLEM_STATUS, type Problem, type ProblemBody } from '@mfuko/contract/problem';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';

export const PERMISSIONS = 'geolocation=(self), loopback-network=(self), camera=(self), microphone=()';

/** Content Security Policy of responses that are no page: they may load and run nothing, framed or not. */
export const POLICY_OF_DATA = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Headers of responses that are sent before any hook has run. */
const HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Security-Policy': POLICY_OF_DATA,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Permissions-Policy': PERMISSIONS,
  'Cache-Control': 'no-store',
};

/** Responds to a URL that cannot be decoded. */
export function answerBadUrl(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  reply.code(400).headers(HEADERS).send(bodyOf('input.malformed', 'This address cannot be read.'));
}

/**
 * Responds to invalid requests and closes the connection: no HTTP, oversized headers, a client that timed out. A connection without any
 * byte received is closed silently: browsers open some in advance, and would take a response for that of the request they are about to
 * send. They repeat an unanswered request by themselves.
 */
export function answerNoRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.bytesRead === 0) return void socket.destroy();
  const body = bodyForNoRequest(error.code);
  const text = JSON.stringify(body);
  const headers = Object.entries({ ...HEADERS, 'Content-Length': Buffer.byteLength(text), Connection: 'close' });
  if (socket.writable) {
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`HTTP/1.1 ${body.code} ${STATUS_CODES[body.code] ?? ''}\r\n${head}\r\n${text}`);
  }
  socket.destroy(error);
}

function bodyForNoRequest(code: string | undefined): ProblemBody {
  if (code === 'HPE_HEADER_OVERFLOW') return bodyOf('input.too-large', 'The headers of the request are too large.');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return bodyOf('input.malformed', 'The request took too long.');
  return bodyOf('input.malformed', 'The request cannot be read.');
}

function bodyOf(problem: Problem, message: string): ProblemBody {
  return { code: String(PROBLEM_STATUS[problem]), message, problem };
}
