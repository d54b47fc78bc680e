import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerControl, DEEDS } from './control.ts';
import { answerProduct } from './products.ts';
import { Fault } from './requests.ts';
import { newConversationId, type Simulation } from './simulator.ts';
import { openTokens } from './tokens.ts';

const FILES: Record<string, { readonly name: string; readonly type: string }> = {
  '/simulator/handset': { name: 'handset.html', type: 'text/html; charset=utf-8' },
  '/simulator/handset.js': { name: 'handset.js', type: 'text/javascript; charset=utf-8' },
  '/simulator/handset.css': { name: 'handset.css', type: 'text/css; charset=utf-8' },
};

/** Of every answer of a simulator. */
export const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

const MOST_BYTES = 64 * 1024;

/** Daraja over HTTP, and the simulator's own addresses beside it. It is made to listen on this machine only. */
export function serveSimulation(simulation: Simulation): Server {
  const tokens = openTokens(simulation);
  return createServer((request, response) => {
    answer(simulation, tokens, request, response).catch((error: unknown) => {
      if (error instanceof Fault) {
        // Daraja's errors carry the id of the request.
        const requestId = newConversationId(simulation);
        send(response, error.status, { requestId, errorCode: error.code, errorMessage: error.message });
      } else send(response, 500, { errorCode: '500.003.1001', errorMessage: 'Internal Server Error' });
    });
  });
}

async function answer(
  simulation: Simulation,
  tokens: ReturnType<typeof openTokens>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isOurs(request)) throw new Fault(403, 'simulator', 'The simulator answers this machine only');
  const method = request.method ?? 'GET';
  const { pathname: path, searchParams: search } = new URL(request.url ?? '/', 'http://simulator');
  const file = FILES[path];
  if (file && method === 'GET') {
    response.writeHead(200, { ...HEADERS, 'content-type': file.type });
    response.end(readFileSync(new URL(file.name, import.meta.url)));
    return;
  }
  const body = await readBody(request);
  if (path === '/simulator' || path.startsWith('/simulator/')) {
    if (DEEDS.has(path) !== (method === 'POST')) throw new Fault(405, 'simulator', 'Method Not Allowed');
    // What a form on another page can send carries no such type.
    if (method === 'POST' && !isJson(request)) throw new Fault(415, 'simulator', 'Send JSON');
    const reply = await answerControl(simulation, path, body ?? {});
    if (!reply) throw new Fault(404, 'simulator', 'There is nothing here');
    send(response, reply.status, reply.body);
    return;
  }
  const { authorization } = request.headers;
  const reply = await answerProduct(simulation, tokens, { method, path, search, authorization, body });
  if (typeof reply === 'string') {
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/html' });
    response.end(reply);
  } else send(response, reply.status, reply.body);
}

/** Neither a page from elsewhere nor a name that was bent to this machine may reach it. */
export function isOurs(request: IncomingMessage): boolean {
  const { host = '', origin } = request.headers;
  if (!/^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host)) return false;
  return origin === undefined || origin === `http://${host}`;
}

function isJson(request: IncomingMessage): boolean {
  return (request.headers['content-type'] ?? '').startsWith('application/json');
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Fault(413, '400.002.02', 'Bad Request - Too large');
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : undefined;
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) return;
  response.writeHead(status, { ...HEADERS, 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
