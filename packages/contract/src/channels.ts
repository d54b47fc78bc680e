/** Channels by which money was handed in. Only cash lies in a till. */
export const CHANNELS = ['cash', 'bank', 'other'] as const;
export type Channel = (typeof CHANNELS)[number];
