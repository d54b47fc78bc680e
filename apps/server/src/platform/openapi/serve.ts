import { getApiDescription } from '@mfuko/contract/docs';
import type { FastifyInstance } from 'fastify';
import type { EndpointRegistry } from '../http/registry.ts';
import { describeApi } from './describe.ts';
import { pageOf, signInPage } from './page.ts';

/**
 * Serves the description of all calls to Admins: OpenAPI at /api/docs/openapi.json, and an HTML page at /api/docs for clients that
 * accept HTML. A browser sends no session token by itself, so without one it gets a link to the console's reader.
 */
export function registerDocs(app: FastifyInstance, registry: EndpointRegistry, platformName: string): void {
  let made: ReturnType<typeof describeApi> | undefined;
  registry.register(getApiDescription, async () => {
    made ??= describeApi(registry.served, platformName);
    return made;
  });
  app.get('/api/docs', async (request, reply) => {
    const asHtml = request.headers.accept?.includes('text/html') ?? false;
    const { method, headers } = request;
    const answer = await app.inject({ method: method as 'GET', url: `/api/${getApiDescription.path}`, headers });
    reply.code(answer.statusCode);
    if (!asHtml) return reply.type('application/json').send(answer.body);
    if (answer.statusCode !== 200) return reply.type('text/html').send(signInPage(platformName));
    return reply.type('text/html').send(pageOf(describeApi(registry.served, platformName)));
  });
}
