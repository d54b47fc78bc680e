/** Source of the picture behind the sign-in form. */
export interface DailyImage {
  /** Returns a JPEG of today, or null where there is none: the console then shows its own picture. */
  today(): Promise<Buffer | null>;
}

/** Source without a feed: the console always shows its own picture. */
export const noDailyImage: DailyImage = { today: async () => null };
