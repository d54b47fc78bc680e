import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { HANDSET_CSS, HEADERS, isOurs } from '../simulation/local.ts';
import { answerControl, COMMANDS } from './control.ts';
import { type Reply, sendMessages, signIn, tellBalance } from './messaging.ts';
import { answerPartner } from './partner.ts';
import type { Simulation } from './simulation.ts';

const here = (name: string) => new URL(name, import.meta.url);
const FILES: Record<string, { readonly file: URL; readonly type: string }> = {
  '/simulator/handset': { file: here('handset.html'), type: 'text/html; charset=utf-8' },
  '/simulator/handset.js': { file: here('handset.js'), type: 'text/javascript; charset=utf-8' },
  '/simulator/handset.css': { file: HANDSET_CSS, type: 'text/css; charset=utf-8' },
};

const MAX_BYTES = 256 * 1024;

/**
 * Serves Africa's Talking over HTTP, the API with `apikey` and `partnerID` of other companies, and the simulator's own addresses. It must
 * listen on this machine only.
 */
export function registerSimulation(simulation: Simulation): Server {
  return createServer((request, response) => {
    answer(simulation, request)
      // Any error is reported to the sender as a bad request, which suffices for a simulator.
      .catch((): Reply => ({ status: 400, body: 'Bad Request' }))
      .then((reply) => {
        // The messages were sent, but the answer is lost.
        if (reply === null) response.destroy();
        else send(response, reply, wantsJson(request));
      });
  });
}

const NOTHING: Reply = { status: 404, body: 'There is nothing here' };

async function answer(simulation: Simulation, request: IncomingMessage): Promise<Reply | null> {
  if (!isOurs(request)) return { status: 403, body: 'The simulator answers this machine only' };
  const method = request.method ?? 'GET';
  const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://simulator');
  const file = FILES[path];
  if (file && method === 'GET') return { status: 200, body: new Page(file) };
  const text = await readBody(request);
  if (path === '/simulator' || path.startsWith('/simulator/')) {
    if (COMMANDS.has(path) !== (method === 'POST')) return { status: 405, body: 'Method Not Allowed' };
    // HTML forms on other pages cannot send this content type.
    if (method === 'POST' && !request.headers['content-type']?.startsWith('application/json')) {
      return { status: 415, body: 'Send JSON' };
    }
    return (await answerControl(simulation, path, text === '' ? {} : JSON.parse(text))) ?? NOTHING;
  }
  if (path.startsWith('/api/services/')) {
    return method === 'POST' ? answerPartner(simulation, path, JSON.parse(text)) : NOTHING;
  }
  const form = method === 'POST' ? new URLSearchParams(text) : searchParams;
  const account = signIn(simulation, form.get('username') ?? '', String(request.headers.apikey ?? ''));
  if (!account) return { status: 401, body: 'The supplied authentication is invalid' };
  if (path === '/version1/messaging' && method === 'POST') return sendMessages(simulation, account, form);
  if (path === '/version1/messaging') return { status: 200, body: { SMSMessageData: { Messages: [] } } };
  return path === '/version1/user' ? tellBalance(account) : NOTHING;
}

class Page {
  readonly type: string;
  readonly text: string;
  constructor({ file, type }: { readonly file: URL; readonly type: string }) {
    this.type = type;
    this.text = readFileSync(file, 'utf8');
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new RangeError('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Returns true where the answer is JSON: the provider answers in XML unless requested otherwise, our own addresses always in JSON. */
function wantsJson(request: IncomingMessage): boolean {
  return /^\/(simulator|api\/services)/.test(request.url ?? '') || /json/.test(request.headers.accept ?? '');
}

function send(response: ServerResponse, { status, body }: Reply, json: boolean): void {
  if (body instanceof Page) end(response, status, body.type, body.text);
  else if (typeof body === 'string') end(response, status, 'text/plain', body);
  else if (json) end(response, status, 'application/json', JSON.stringify(body));
  else end(response, status, 'text/xml', `<AfricasTalkingResponse>${asXml(body)}</AfricasTalkingResponse>`);
}

function end(response: ServerResponse, status: number, type: string, text: string): void {
  response.writeHead(status, { ...HEADERS, 'content-type': type });
  response.end(text);
}

function asXml(value: unknown): string {
  if (Array.isArray(value)) return value.map((each) => `<Recipient>${asXml(each)}</Recipient>`).join('');
  if (typeof value !== 'object' || value === null)
    return String(value).replace(/[<&]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return Object.entries(value)
    .map(([name, each]) => `<${name}>${asXml(each)}</${name}>`)
    .join('');
}
