import type { Endpoint } from '@mfuko/contract/endpoint';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { LightMyRequestResponse } from 'fastify';
import { describeApi } from '../src/platform/openapi/describe.ts';

interface Described {
  readonly responses: Record<string, { content: Record<string, { schema: { readonly $ref?: string } }> }>;
}

/** Checks answers against the API description. */
export interface Description {
  /** Throws if an answer does not match the description. */
  check(url: string, method: string, response: LightMyRequestResponse): void;
}

type Check = Description['check'];

/** Servers with the same calls share a description, since building one costs as much as a small test. */
const opened: { readonly served: readonly Endpoint[]; readonly check: Check }[] = [];

export function openDescription(served: readonly Endpoint[]): Description {
  let check: Check | undefined;
  return {
    check(...answer) {
      check ??= openOnce(served);
      check(...answer);
    },
  };
}

function openOnce(served: readonly Endpoint[]): Check {
  const known = opened.find(
    (each) => each.served.length === served.length && served.every((endpoint, at) => endpoint === each.served[at]),
  );
  if (known) return known.check;
  const check = open(served);
  opened.push({ served: [...served], check });
  return check;
}

function open(served: readonly Endpoint[]): Check {
  const api = describeApi(served, 'Mfuko');
  // Optimised code would cost more than these few answers save.
  const ajv = new Ajv2020({ strict: false, validateFormats: false, code: { optimize: false } });
  ajv.addSchema(api, 'api');
  const checks = new Map<string, ValidateFunction>();
  return (url, method, response) => {
    const path = url.replace(/\?.*$/, '').replace(/^\/api/, '');
    const operation = api.paths[path]?.[method.toLowerCase()] as Described | undefined;
    if (!operation) return;
    const { statusCode } = response;
    const what = `${method} ${path} answered ${statusCode}`;
    const described = operation.responses[statusCode];
    if (!described) throw new Error(`${what}, which is not described`);
    const [type = ''] = Object.keys(described.content);
    if (type !== 'application/json') return;
    // All calls share the schema of a refusal: compiling it for each of them took longer than the calls.
    const shared = described.content[type]?.schema.$ref;
    const at = `api${shared ?? `#/paths/${pointer(path)}/${method.toLowerCase()}/responses/${statusCode}/content/application~1json/schema`}`;
    const check = checks.get(at) ?? ajv.compile({ $ref: at });
    checks.set(at, check);
    const body: unknown = response.json();
    if (!check(body)) {
      throw new Error(
        `${what}, but not as described: ${JSON.stringify(check.errors)} in ${response.body.slice(0, 2_000)}`,
      );
    }
    const total = response.headers['x-total-count'];
    const isList = statusCode === 200 && Array.isArray(body);
    if (isList && !/^\d+$/.test(String(total))) throw new Error(`${what} without X-Total-Count`);
  };
}

function pointer(path: string): string {
  return encodeURIComponent(path.replaceAll('~', '~0').replaceAll('/', '~1'));
}
