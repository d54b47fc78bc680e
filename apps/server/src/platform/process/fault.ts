const FRAMES_OF_A_LOG = 12;
const FRAMES_OF_A_LINE = 3;
const LONGEST_CODE = 60;

/** A fault as the log may hold it: the message may quote input, so it stays out; class, code and stack are ours. */
export interface Fault {
  readonly name: string;
  /** `code` of Node and PostgreSQL (SQLSTATE), `problem` of a refusal, `failure` of a gateway. */
  readonly code?: string;
  readonly stack: readonly string[];
}

/** Takes of an error what the log may hold. Anything may be thrown, so anything is taken. */
export function faultOf(thrown: unknown): Fault {
  if (!(thrown instanceof Error)) return { name: typeof thrown, stack: [] };
  const code = codeOf(thrown);
  // The stack begins with the message, and the message may look like a stack.
  const stack = (thrown.stack ?? '').replace(thrown.message, '').split('\n');
  return {
    name: thrown.name,
    ...(code === undefined ? {} : { code }),
    stack: stack.filter((line) => /^\s+at /.test(line)).slice(0, FRAMES_OF_A_LOG),
  };
}

/** The same on one line, behind it the cause of the cause, or the first of several: for logs that are read as text. */
export function faultLine(thrown: unknown): string {
  const { name, code, stack } = faultOf(thrown);
  const frames = stack
    .slice(0, FRAMES_OF_A_LINE)
    .map((line) => line.trim().replace(/file:\/\/\S*\/(?=[^/]+:\d+:\d+)/, ''));
  const said = [name, code].filter(Boolean).join(' ');
  const several = thrown instanceof AggregateError ? thrown.errors : [];
  const first = several.length > 0 ? `, ${several.length} of them, the first ${faultLine(several[0])}` : '';
  const cause =
    thrown instanceof Error && thrown.cause instanceof Error ? `, caused by ${faultLine(thrown.cause)}` : first;
  return `${said}${frames.length > 0 ? ` ${frames.join(' ')}` : ''}${cause}`;
}

function codeOf(error: Error): string | undefined {
  const { code, problem, failure } = error as { code?: unknown; problem?: unknown; failure?: unknown };
  const found = [code, problem, failure].find((each) => typeof each === 'string');
  return typeof found === 'string' ? found.slice(0, LONGEST_CODE) : undefined;
}
