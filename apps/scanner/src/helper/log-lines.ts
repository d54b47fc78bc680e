import type { HelperEvent, SeenReader } from './events.ts';

export function openedLine({ serial, name, others }: Extract<HelperEvent, { is: 'open' }>): string {
  const more = others > 0 ? ` ${others} more are plugged in; SCANNER_SERIAL chooses.` : '';
  return `Reader ${serial} (${name}) is ready.${more}`;
}

export function awayLine(seen: readonly SeenReader[]): string {
  const others = seen.map(
    ({ name, serial, problem }) => `${name}${serial ? ` ${serial}` : ''}${problem ? `: ${problem}` : ''}`,
  );
  return others.length === 0 ? 'No reader is plugged in.' : `The reader is not there; plugged in: ${others.join('; ')}`;
}
