import type { Endpoint } from '@mfuko/contract/endpoint';
import { MAX_LIST_ROWS } from '@mfuko/contract/lists';
import { PROBLEM_STATUS, type Problem } from '@mfuko/contract/problem';
import { readComments } from './comments.ts';
import { type JsonSchema, schemaOf } from './schema.ts';

const ABOUT = `Every call, as the server checks and answers it. Made from the contract that server and console share.

A sealed value is base64url of 0x01 | kid | iv (12) | AES-128-GCM ciphertext | tag (16) under the wire key of auth/config, with
0x01 | kid | field name as additional data. opToken seals the session token under the field name "opToken", special-key seals
{"v": client build, "n": random, "ts": unix ms} under "special-key".

Money is KES with at most two decimals, moments are ISO 8601 in UTC, ids are UUIDs. Lists answer an array, and X-Total-Count
carries the count of the whole filter; without page the whole list comes, at most 10,000 rows.`;

const ABOUT_PROGRAMS = `What a school's own programs call. Each call carries the two halves of a key as headers, appId and token, over HTTPS. The
school's office makes keys, says what each is for, gives them new tokens and revokes them. A key works in its own school alone, and
may be used 120 times a minute: beyond that 429 with Retry-After. No other header of ours is needed, and no session.`;

/** Notes on values that are sealed in requests and responses, by path. */
const SEALED: Readonly<Record<string, string>> = {
  'auth/token': 'userName is sealed under the field name "userName".',
  'auth/validateOTP': 'role is sealed under the field name "role".',
};

const PROBLEMS = Object.keys(PROBLEM_STATUS) as Problem[];
const STATUSES = [...new Set(Object.values(PROBLEM_STATUS))].toSorted((a, b) => a - b);

/** Returns the OpenAPI 3.1 document of the calls that are open to a school's own programs. */
export function describePrograms(served: readonly Endpoint[], platformName: string) {
  const api = describeApi(
    served.filter(({ access }) => access === 'program'),
    platformName,
  );
  const { appId, token } = api.components.securitySchemes;
  return {
    ...api,
    info: { ...api.info, title: `${platformName} for programs`, description: ABOUT_PROGRAMS },
    components: { ...api.components, securitySchemes: { appId, token } },
  };
}

/** Returns the OpenAPI 3.1 document of all calls. */
export function describeApi(served: readonly Endpoint[], platformName: string) {
  const comments = readComments();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const endpoint of served) {
    const about = [comments.get(endpoint.path), SEALED[endpoint.path]].filter((text) => text !== undefined).join(' ');
    paths[`/${endpoint.path}`] = Object.fromEntries(
      endpoint.methods.map((method) => [method.toLowerCase(), operation(endpoint, method, about)]),
    );
  }
  return {
    openapi: '3.1.0' as const,
    info: { title: platformName, version: '1', description: `${ABOUT}\n\n${ABOUT_PROGRAMS}` },
    servers: [{ url: '/api' }],
    paths,
    components: {
      securitySchemes: {
        opToken: { type: 'apiKey', in: 'header', name: 'opToken', description: 'The session token, sealed.' },
        appId: { type: 'apiKey', in: 'header', name: 'appId', description: "Names the key of a school's own program." },
        token: { type: 'apiKey', in: 'header', name: 'token', description: 'Proves that key.' },
        specialKey: { type: 'apiKey', in: 'header', name: 'special-key', description: 'Which client calls, sealed.' },
      },
      parameters: HEADERS,
      schemas: Object.fromEntries(STATUSES.map((status) => [`Refusal${status}`, refusal(status)])),
    },
  };
}

const HEADERS = {
  long: headerParameter('long', 'Where the client is, advisory.', { type: 'string', default: '0.00' }),
  lat: headerParameter('lat', 'Where the client is, advisory.', { type: 'string', default: '0.00' }),
  school: headerParameter('school', 'The school that an Admin acts on; the others work in their own.', {
    type: 'string',
    format: 'uuid',
  }),
  idempotencyKey: headerParameter('Idempotency-Key', 'Records at most once in 30 days under one key.', {
    type: 'string',
    minLength: 1,
    maxLength: 255,
  }),
  byItself: headerParameter(
    'by-itself',
    'Asked by a timer while nobody is at work: it does not keep the session alive.',
    {
      type: 'string',
    },
  ),
};

function headerParameter(name: string, description: string, schema: JsonSchema): JsonSchema {
  return { name, in: 'header', required: false, description, schema };
}

function operation(endpoint: Endpoint, method: 'GET' | 'POST', description: string): JsonSchema {
  const { access, path, kind } = endpoint;
  const signedIn = typeof access === 'object';
  const input = schemaOf(endpoint.input, 'input', endpoint.files);
  const headers: (keyof typeof HEADERS)[] = access === 'open' ? [] : ['long', 'lat'];
  if (signedIn && endpoint.school !== 'none') headers.push('school');
  if ((signedIn || access === 'program') && kind === 'record') headers.push('idempotencyKey');
  // Excluded for streams, which do not keep a session alive anyway.
  if (signedIn && kind !== 'record' && kind !== 'stream') headers.push('byItself');
  return {
    operationId: `${path.replaceAll('/', '.')}${endpoint.methods.length > 1 ? `.${method.toLowerCase()}` : ''}`,
    tags: [path.split('/')[0]],
    ...(description ? { description } : {}),
    security: securityOf(access),
    'x-roles': signedIn ? access.roles : access,
    ...(signedIn && access.duties ? { 'x-duties': access.duties } : {}),
    ...(endpoint.scope ? { 'x-scope': endpoint.scope } : {}),
    'x-school': endpoint.school,
    'x-kind': kind,
    parameters: [
      ...headers.map((name) => ({ $ref: `#/components/parameters/${name}` })),
      ...(method === 'GET' ? queryParameters(input) : []),
    ],
    ...(method === 'POST' ? { requestBody: { required: true, content: bodyOf(input, endpoint) } } : {}),
    responses: { 200: success(endpoint), ...refusalsOf(endpoint) },
  };
}

function securityOf(access: Endpoint['access']): JsonSchema[] {
  if (access === 'open') return [];
  if (access === 'client') return [{ specialKey: [] }];
  return [access === 'program' ? { appId: [], token: [] } : { opToken: [], specialKey: [] }];
}

function queryParameters(input: JsonSchema): JsonSchema[] {
  const required = (input.required ?? []) as string[];
  return Object.entries((input.properties ?? {}) as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function bodyOf(input: JsonSchema, { files }: Endpoint): JsonSchema {
  const form = { schema: input };
  if (files) return { 'multipart/form-data': form };
  return { 'application/json': form, 'application/x-www-form-urlencoded': form, 'multipart/form-data': form };
}

/** Response header with the sum of a list; longer lists are answered without a sum. */
const SUM = {
  description: `KES that the amounts of the whole filter come to; missing above ${MAX_LIST_ROWS} rows.`,
  schema: { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' },
};

function success(endpoint: Endpoint): JsonSchema {
  if (endpoint.kind === 'file') {
    return { description: 'The file.', content: { '*/*': { schema: { type: 'string', format: 'binary' } } } };
  }
  const schema = schemaOf(endpoint.output, 'output');
  if (endpoint.kind === 'stream') {
    return { description: 'Events; this is their data.', content: { 'text/event-stream': { schema } } };
  }
  if (endpoint.kind !== 'list') return { description: 'Done.', content: { 'application/json': { schema } } };
  return {
    description: 'The rows.',
    headers: {
      'X-Total-Count': { description: 'Rows of the whole filter.', schema: { type: 'integer', minimum: 0 } },
      ...(endpoint.sums && { 'X-Total-Amount': SUM }),
    },
    content: { 'application/json': { schema: { type: 'array', items: schema } } },
  };
}

/** Lists the refusals of a call: an open call is never refused for its session, and 423 occurs for recording calls and files only. */
function refusalsOf({ access, kind }: Endpoint): JsonSchema {
  const never = [...(access === 'open' ? [401, 403] : []), ...(kind === 'record' || kind === 'file' ? [] : [423])];
  return Object.fromEntries(
    STATUSES.filter((status) => !never.includes(status)).map((status) => [
      status,
      {
        description: WHEN[status] ?? 'Refused.',
        content: { 'application/json': { schema: { $ref: `#/components/schemas/Refusal${status}` } } },
      },
    ]),
  );
}

const WHEN: Readonly<Record<number, string>> = {
  400: 'The input is malformed: detail.fields names each field and why, detail.fieldCodes the same by code.',
  401: 'No session, an ended one, or a wrong code.',
  403: 'Signed in, but not allowed; or special-key does not open.',
  404: 'Not there, or of another school.',
  409: 'It clashes with what is there.',
  413: 'Too large.',
  422: 'Understood, and refused by a rule.',
  423: 'Locked after too many failures: detail.until.',
  429: 'Too many requests: Retry-After.',
  500: 'A fault: detail.requestId.',
  503: 'A part that it needs is down: Retry-After.',
};

function refusal(status: number): JsonSchema {
  return {
    type: 'object',
    properties: {
      code: { const: String(status) },
      message: { type: 'string', minLength: 1 },
      problem: { enum: PROBLEMS.filter((problem) => PROBLEM_STATUS[problem] === status) },
      detail: { type: 'object' },
    },
    required: ['code', 'message', 'problem'],
    additionalProperties: false,
  };
}
