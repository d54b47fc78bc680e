import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { HANDSET_CSS, HEADERS, isOurs } from '../simulation/local.ts';
import { answerControl, COMMANDS } from './control.ts';
import { answerProduct } from './products.ts';
import { Fault } from './requests.ts';
import { newConversationId, type Simulation } from './simulator.ts';
import { statementOf } from './statement.ts';
import { openTokens } from './tokens.ts';

const here = (name: string) => new URL(name, import.meta.url);
const FILES: Record<string, { readonly file: URL; readonly type: string }> = {
  '/simulator/handset': { file: here('handset.html'), type: 'text/html; charset=utf-8' },
  '/simulator/handset.js': { file: here('handset.js'), type: 'text/javascript; charset=utf-8' },
  '/simulator/handset.css': { file: HANDSET_CSS, type: 'text/css; charset=utf-8' },
};

const MAX_BYTES = 64 * 1024;

/** Serves Daraja over HTTP, and the simulator's own addresses. It must listen on this machine only. */
export function registerSimulation(simulation: Simulation): Server {
  const tokens = openTokens(simulation);
  return createServer((request, response) => {
    // Provider's clock, which a test may have moved.
    response.setHeader('date', new Date(simulation.clock.now()).toUTCString());
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
  const page = FILES[path];
  if (page && method === 'GET') {
    response.writeHead(200, { ...HEADERS, 'content-type': page.type });
    response.end(readFileSync(page.file));
    return;
  }
  if (path === '/simulator/statement.csv' && method === 'GET') {
    const { name, text } = statementOf(simulation, search);
    const disposition = `attachment; filename="${name}"`;
    response.writeHead(200, {
      ...HEADERS,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': disposition,
    });
    response.end(text);
    return;
  }
  const body = await readBody(request);
  if (path === '/simulator' || path.startsWith('/simulator/')) {
    if (COMMANDS.has(path) !== (method === 'POST')) throw new Fault(405, 'simulator', 'Method Not Allowed');
    // HTML forms on other pages cannot send this content type.
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

function isJson(request: IncomingMessage): boolean {
  return (request.headers['content-type'] ?? '').startsWith('application/json');
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown> | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Fault(413, '400.002.02', 'Bad Request - Too large');
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : undefined;
  } catch {
    // The caller refuses a body that is not JSON.
    return undefined;
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) return;
  response.writeHead(status, { ...HEADERS, 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
