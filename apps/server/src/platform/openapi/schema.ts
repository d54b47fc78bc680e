import { z } from 'zod';

/** JSON Schema (draft 2020-12) as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;
type Draft = Record<string, unknown>;

/**
 * Keywords that are copied from the output of a pipe to its input: a field that the contract normalises first declares its limits on
 * the result.
 */
const LIMITS = ['minLength', 'maxLength', 'pattern', 'minimum', 'maximum'];

/**
 * Returns the JSON Schema of a call's input or output, as sent over the wire: a transform is described by its untransformed side.
 * `files` names multipart file parts.
 */
export function schemaOf(type: z.ZodType, io: 'input' | 'output', files: readonly string[] = []): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema, path }) => {
      const { def } = zodSchema._zod;
      const draft = jsonSchema as Draft;
      if (draft.minimum === Number.MIN_SAFE_INTEGER) delete draft.minimum;
      if (draft.maximum === Number.MAX_SAFE_INTEGER) delete draft.maximum;
      if (def.type === 'custom' && files.includes(String(path.at(-1)))) {
        Object.assign(draft, { type: 'string', format: 'binary' });
      }
      if (def.type === 'pipe') describePipe(draft, def.in as z.ZodType, def.out as z.ZodType, io);
    },
  }) as Draft;
  return schema;
}

function describePipe(draft: Draft, before: z.ZodType, after: z.ZodType, io: 'input' | 'output'): void {
  const kind = (side: z.ZodType) => side._zod.def.type;
  const wire = kind(before) === 'transform' ? after : kind(after) === 'transform' || io === 'input' ? before : after;
  for (const name of Object.keys(draft)) delete draft[name];
  Object.assign(draft, schemaOf(wire, io));
  if (wire === after || kind(after) === 'transform') return;
  const behind = schemaOf(after, io);
  for (const side of [draft, ...((draft.anyOf as Draft[] | undefined) ?? [])]) {
    if (!sameKind(side.type, behind.type)) continue;
    for (const limit of LIMITS) if (limit in behind) side[limit] ??= behind[limit];
  }
}

function sameKind(one: unknown, other: unknown): boolean {
  return one === other || (one === 'number' && other === 'integer') || (one === 'integer' && other === 'number');
}
