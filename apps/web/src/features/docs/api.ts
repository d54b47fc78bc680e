/** Subset of JSON Schema that the contract generates. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly required?: readonly string[];
  readonly default?: unknown;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Parameter {
  readonly $ref?: string;
  readonly name?: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export interface Operation {
  readonly description?: string;
  readonly tags: readonly string[];
  readonly 'x-roles': readonly string[] | string;
  readonly 'x-duties'?: readonly string[] | string;
  readonly 'x-scope'?: string;
  readonly 'x-school': 'required' | 'none' | 'optional';
  readonly 'x-kind': string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>;
}

export interface Api {
  readonly info: { readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** Returns true for a description whose calls can be shown: the contract types them as opaque. */
export function isApi(described: object): described is Api {
  if (!('info' in described && 'paths' in described && 'components' in described)) return false;
  const { info, paths, components } = described;
  const calls = isRecord(paths) ? Object.values(paths) : [null];
  return (
    isRecord(info) &&
    typeof info.description === 'string' &&
    calls.every((methods) => isRecord(methods) && Object.values(methods).every(isOperation)) &&
    isRecord(components) &&
    isRecord(components.schemas)
  );
}

function isOperation(operation: unknown): boolean {
  if (!isRecord(operation)) return false;
  const { tags, parameters, responses } = operation;
  return Array.isArray(tags) && Array.isArray(parameters) && isRecord(responses);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Call with all of its HTTP methods. */
export interface Call {
  readonly path: string;
  readonly methods: readonly string[];
  readonly operation: Operation;
}

export interface Field {
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
}

/** Returns the calls whose path, description or roles contain all words, grouped by the first part of the path. */
export function findCalls(api: Api, words: string): ReadonlyMap<string, readonly Call[]> {
  const wanted = words.toLowerCase().split(/\s+/);
  const areas = new Map<string, Call[]>();
  for (const [path, methods] of Object.entries(api.paths)) {
    const [operation] = Object.values(methods);
    if (!operation) continue;
    const text = `${path} ${operation.description ?? ''} ${String(operation['x-roles'])}`.toLowerCase();
    if (!wanted.every((word) => text.includes(word))) continue;
    const area = operation.tags[0] ?? '';
    const call = { path, methods: Object.keys(methods).map((method) => method.toUpperCase()), operation };
    areas.set(area, [...(areas.get(area) ?? []), call]);
  }
  return areas;
}

/** Returns the input fields: those of the body, or the query of a GET-only call. */
export function inputOf({ parameters, requestBody }: Operation): Field[] {
  const [body] = Object.values(requestBody?.content ?? {});
  if (body) return fieldsOf(body.schema);
  return parameters.flatMap(({ name, schema, required }) =>
    name && schema ? [{ path: name, type: typeOf(schema), required: required ?? false }] : [],
  );
}

/** Returns the fields of the response; empty for a file. */
export function answerOf({ responses }: Operation): Field[] {
  const [body] = Object.values(responses[200]?.content ?? {});
  return body ? fieldsOf(body.schema) : [];
}

/** Returns the fields of an object and of nested objects, each with its full path. */
export function fieldsOf(schema: Schema, path = ''): Field[] {
  if (schema.items) return fieldsOf(schema.items, `${path}[]`);
  const whole = schema.anyOf?.find((one) => one.properties) ?? schema;
  return Object.entries(whole.properties ?? {}).flatMap(([name, inner]) => {
    const own = path === '' || path === '[]' ? name : `${path}.${name}`;
    const field = { path: own, type: typeOf(inner), required: whole.required?.includes(name) ?? false };
    return [field, ...fieldsOf(inner, own)];
  });
}

export function typeOf(schema: Schema): string {
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(' | ');
  if (schema.items) return `${typeOf(schema.items)}[]`;
  const name = schema.format ?? [schema.type ?? 'any'].flat().join(' | ');
  const [least, most] = [schema.minLength ?? schema.minimum, schema.maxLength ?? schema.maximum];
  return least === undefined && most === undefined ? name : `${name} ${least ?? ''}…${most ?? ''}`;
}
