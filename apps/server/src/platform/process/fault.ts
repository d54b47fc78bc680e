const FRAMES_OF_A_LOG = 12;
const FRAMES_OF_A_LINE = 3;
const MAX_CODE_LENGTH = 60;

/** Loggable part of an error: its message may quote input and is left out; class, code and stack are safe. */
export interface Fault {
  readonly name: string;
  /** `code` of Node or PostgreSQL (SQLSTATE), `problem` of a refusal, or `failure` of a gateway. */
  readonly code?: string;
  readonly stack: readonly string[];
}

/** Returns the loggable part of an error. Accepts any thrown value. */
export function faultOf(thrown: unknown): Fault {
  if (!(thrown instanceof Error)) return { name: typeof thrown, stack: [] };
  const code = codeOf(thrown);
  // The stack starts with the message, and a message may contain lines that look like stack frames.
  const stack = (thrown.stack ?? '').replace(thrown.message, '').split('\n');
  return {
    name: thrown.name,
    ...(code === undefined ? {} : { code }),
    stack: stack.filter((line) => /^\s+at /.test(line)).slice(0, FRAMES_OF_A_LOG),
  };
}

/** Formats a fault on one line, followed by its cause or by the first of several errors, for logs that are read as text. */
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
  return typeof found === 'string' ? found.slice(0, MAX_CODE_LENGTH) : undefined;
}
