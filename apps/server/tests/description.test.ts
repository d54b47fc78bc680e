import { getApiDescription } from '@mfuko/contract/docs';
import type { Endpoint } from '@mfuko/contract/endpoint';
import { createClass, getClasses } from '@mfuko/contract/schools';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openDescription } from './described.ts';
import { clientHeaders, openTestServer, type Person, type TestServer } from './kit.ts';

interface Operation {
  readonly description?: string;
  readonly 'x-roles': unknown;
  readonly 'x-duties'?: unknown;
  readonly security: object[];
  readonly parameters: { name?: string; in?: string; required?: boolean; $ref?: string }[];
  readonly requestBody?: {
    content: Record<string, { schema: { properties: Record<string, object>; required: string[] } }>;
  };
  readonly responses: Record<string, { content: Record<string, { schema: { $ref?: string; type?: string } }> }>;
}
type Api = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { properties: { problem: { enum: string[] } } }> };
};

let server: TestServer;
let admin: Person;
let api: Api;

beforeAll(async () => {
  server = await openTestServer();
  admin = await server.aPerson('Admin');
  api = (await admin.ask<Api>(getApiDescription)).body;
});
afterAll(() => server.close());

describe('the API description', () => {
  it('lists exactly the served calls and methods', () => {
    const served = server.registry.served.flatMap(({ path, methods }) => methods.map((method) => `${method} /${path}`));
    const told = Object.entries(api.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(told.toSorted()).toEqual(served.toSorted());
  });

  it('names roles, duties, security and headers of every call', () => {
    for (const endpoint of server.registry.served) {
      const operation = Object.values(api.paths[`/${endpoint.path}`] ?? {})[0];
      const { access } = endpoint;
      const roles = typeof access === 'object' ? access.roles : access;
      expect([endpoint.path, operation?.['x-roles']]).toEqual([endpoint.path, roles]);
      expect(operation?.['x-duties']).toEqual(typeof access === 'object' ? access.duties : undefined);
      const security = { open: [], client: [{ specialKey: [] }], program: [{ appId: [], token: [] }] };
      const people = [{ opToken: [], specialKey: [] }];
      expect(operation?.security).toEqual(typeof access === 'object' ? people : security[access]);
      const key = operation?.parameters.some(({ $ref }) => $ref?.endsWith('/idempotencyKey'));
      expect([endpoint.path, key]).toEqual([
        endpoint.path,
        endpoint.kind === 'record' && (typeof access === 'object' || access === 'program'),
      ]);
      const byItself = operation?.parameters.some(({ $ref }) => $ref?.endsWith('/byItself'));
      expect([endpoint.path, byItself]).toEqual([
        endpoint.path,
        typeof access === 'object' && endpoint.kind !== 'record' && endpoint.kind !== 'stream',
      ]);
    }
  });

  it('has a schema for every input and answer', () => {
    const vague: string[] = [];
    for (const [path, methods] of Object.entries(api.paths)) {
      for (const [method, { requestBody, responses }] of Object.entries(methods)) {
        const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
        for (const [field, schema] of bodies.flatMap(({ properties }) => Object.entries(properties ?? {}))) {
          if (Object.keys(schema).length === 0) vague.push(`${method} ${path} ${field}`);
        }
        const answer = Object.values(responses[200]?.content ?? {})[0]?.schema ?? {};
        if (Object.keys(answer).length === 0) vague.push(`${method} ${path}`);
      }
    }
    expect(vague).toEqual([]);
    const add = api.paths['/school/createClass']?.post;
    expect(add?.requestBody?.content['application/json']?.schema).toMatchObject({
      type: 'object',
      properties: { className: { type: 'string', minLength: 1, maxLength: 60 } },
      required: ['className'],
    });
    const school = api.paths['/school/createSchool']?.post?.requestBody?.content;
    expect(Object.keys(school ?? {})).toEqual(['multipart/form-data']);
    expect(school?.['multipart/form-data']?.schema.properties.Logo).toEqual({ type: 'string', format: 'binary' });
  });

  it("describes auth/token in the contract's words, and lists the problems of a refusal", () => {
    expect(api.paths['/auth/token']?.post?.description).toBe(
      'Requests a sign-in code. `userName` is the phone number, encrypted; `password` never authenticates. userName is sealed under the field name "userName".',
    );
    expect(api.components.schemas.Refusal413?.properties.problem.enum).toContain('input.too-large');
  });
});

describe('GET /api/docs', () => {
  const get = (headers: Record<string, string>) => server.app.inject({ method: 'GET', url: '/api/docs', headers });

  it('answers an Admin with JSON or a page without scripts', async () => {
    const json = await get(clientHeaders(server.context, admin.token));
    expect(json.json()).toEqual(api);
    const page = await get({ ...clientHeaders(server.context, admin.token), accept: 'text/html' });
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.headers['content-security-policy']).toContain("script-src 'self'");
    expect(page.body).toContain('POST /api/school/createClass');
    expect(page.body).not.toMatch(/<script|<style|style=/);
  });

  it('rejects requests without a session and other roles', async () => {
    const none = await get({});
    expect([none.statusCode, none.json().problem]).toEqual([401, 'session.none']);
    const browser = await get({ accept: 'text/html' });
    expect([browser.statusCode, browser.body.includes('/app/api.docs')]).toEqual([401, true]);
    const school = await server.aSchool();
    const head = await server.aPerson('SchoolAdmin', school);
    expect((await get(clientHeaders(server.context, head.token))).statusCode).toBe(403);
    expect((await head.ask(getApiDescription)).problem).toBe('session.role');
  });
});

describe('the kit', () => {
  it('throws for an answer or refusal that differs from the description', async () => {
    const school = await server.aSchool();
    const head = await server.aPerson('SchoolAdmin', school);
    const request = {
      method: 'GET' as const,
      url: '/api/school/getClasses',
      headers: clientHeaders(server.context, head.token),
    };
    await head.ask(createClass, { className: 'Grade 1' });
    const answer = await server.app.inject(request);
    const another = (change: Partial<Endpoint>) => () =>
      openDescription([{ ...getClasses, ...change } as Endpoint]).check(request.url, 'GET', answer);
    expect(another({})).not.toThrow();
    expect(another({ output: z.object({ sysid: z.string() }) })).toThrow(/additionalProperties/);
    expect(another({ output: z.looseObject({ sysid: z.number() }) })).toThrow(/not as described/);
    expect(another({ kind: 'read' })).toThrow(/not as described/);
    const refused = await server.app.inject({ ...request, headers: {} });
    const check = (response: unknown) => () =>
      openDescription([getClasses]).check(request.url, 'GET', response as never);
    expect(check(refused)).not.toThrow();
    const body = { ...refused.json(), problem: 'student.not-found' };
    expect(check({ ...refused, headers: {}, statusCode: 401, body: '', json: () => body })).toThrow(/not as described/);
    expect(check({ ...refused, statusCode: 418 })).toThrow(/not described/);
  });
});
