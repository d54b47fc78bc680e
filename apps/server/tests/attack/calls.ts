import type { WireClient } from '../../../../e2e/client.ts';

/** A value, as the API description declares it. */
export interface Described {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Described[];
  readonly items?: Described;
  readonly minimum?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Described>>;
}

/** One call with one method, as the server describes it. */
export interface Called {
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly fields: Readonly<Record<string, Described>>;
  /** Names of the required fields. */
  readonly required: readonly string[];
  readonly takesSchool: boolean;
}

interface Operation {
  readonly 'x-school': string;
  readonly parameters: readonly { in?: string; name?: string; required?: boolean; schema?: Described }[];
  readonly requestBody?: { content: Record<string, { schema: Described }> };
}

/** Reads every call that a server declares. */
export async function readCalls(admin: WireClient): Promise<Called[]> {
  const { status, body } = await admin.call('docs/openapi.json', {}, 'GET');
  if (status !== 200) throw new Error(`the description was answered ${status}`);
  const paths = body.paths as Record<string, Record<string, Operation>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path: path.slice(1),
      method: method === 'get' ? ('GET' as const) : ('POST' as const),
      ...inputOf(operation),
      takesSchool: operation['x-school'] !== 'none',
    })),
  );
}

function inputOf({ parameters, requestBody }: Operation): Pick<Called, 'fields' | 'required'> {
  const [body] = Object.values(requestBody?.content ?? {});
  if (body) return { fields: { ...body.schema.properties }, required: body.schema.required ?? [] };
  const query = parameters.filter((each) => each.in === 'query');
  return {
    fields: Object.fromEntries(query.map(({ name = '', schema = {} }) => [name, schema])),
    required: query.flatMap(({ name = '', required }) => (required ? name : [])),
  };
}

/** Names of the fields that take an id, or a list of ids. */
export function idFields({ fields }: Called): string[] {
  return Object.entries(fields).flatMap(([name, schema]) => (/sysids?$/i.test(name) || isId(schema) ? name : []));
}

function isId({ format, items, anyOf }: Described): boolean {
  return format === 'uuid' || (items ? isId(items) : false) || (anyOf?.some(isId) ?? false);
}
