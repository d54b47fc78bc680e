/** Time zone of the platform, and of a school that is not known. */
export const KENYA = 'Africa/Nairobi';

/** Returns the clock of a place, which reads a moment as `2026-11-30` and `17:45`. */
export function clockOf(timeZone: string): (moment: Date) => { readonly day: string; readonly time: string } {
  // The Swedish locale formats dates as ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
    hourCycle: 'h23',
  });
  return (moment) => {
    const [day = '', time = ''] = format.format(moment).split(' ');
    return { day, time };
  };
}

/** Returns a moment as it is spoken in a sentence, by the clock of Kenya: `1 December at 17:44`. */
export function spokenInKenya(moment: Date): string {
  return new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: KENYA, day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' },
  }).format(moment);
}
