import type { Endpoint } from '@mfuko/contract/endpoint';
import type { z } from 'zod';

/** The endpoint with the words of its field errors changed: another language, or the words that a screen wants. */
export function worded(endpoint: Endpoint, say: (field: string, why: string) => string): Endpoint {
  const { version, vendor, validate } = endpoint.input['~standard'];
  const standard = {
    version,
    vendor,
    validate: (values: unknown) => {
      const result = validate(values);
      if (result instanceof Promise || !result.issues) return result;
      return {
        issues: result.issues.map((issue) => ({
          ...issue,
          message: say(String(issue.path?.[0] ?? ''), issue.message),
        })),
      };
    },
  };
  return { ...endpoint, input: { '~standard': standard } as unknown as z.ZodType };
}
