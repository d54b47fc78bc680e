/** The picture behind the sign-in form. */
export interface DailyImage {
  /** A JPEG of today, or null where there is none: the console then shows its own. */
  today(): Promise<Buffer | null>;
}

/** No feed is configured: always the console's own picture. */
export const noDailyImage: DailyImage = { today: async () => null };
