import type { Endpoint, UploadedFile } from '@mfuko/contract/endpoint';
import { toKes } from '@mfuko/contract/money';
import type { FastifyReply } from 'fastify';
import type { Page } from './call.ts';
import type { StoredAnswer } from './idempotency.ts';

/** Sends an answer according to its kind: a file, a page of rows with their total, or the output of the contract. */
export function send(reply: FastifyReply, endpoint: Endpoint, answer: StoredAnswer) {
  if (endpoint.kind === 'file') return sendFile(reply, answer.body as UploadedFile);
  if (answer.status !== 200 || answer.repeated) return reply.code(answer.status).send(answer.body);
  if (endpoint.kind === 'list') {
    const page = answer.body as Page<unknown>;
    reply.header('X-Total-Count', page.total);
    if (endpoint.sums && page.sum !== undefined) reply.header('X-Total-Amount', toKes(page.sum).toFixed(2));
    return reply.send(page.rows.map((row) => endpoint.output.parse(row)));
  }
  return reply.send(wire(endpoint, answer.body));
}

function sendFile(reply: FastifyReply, { filename, mimetype, bytes }: UploadedFile) {
  return reply
    .type(mimetype)
    .header('Content-Disposition', `attachment; filename="${filename.replace(/[^\w .-]/g, '_')}"`)
    .send(Buffer.from(bytes));
}

/** Returns an answer as it is sent and stored with its key: reduced to the fields of the contract. */
export function wire(endpoint: Endpoint, answer: unknown): unknown {
  return endpoint.kind === 'list' ? answer : endpoint.output.parse(answer);
}
