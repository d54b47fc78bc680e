import { z } from 'zod';

/** Products that an app of the portal may have. */
export const products = z.enum(['stk', 'c2b', 'b2c', 'status', 'balance', 'reversal', 'pull']);
export type ProductName = z.infer<typeof products>;

/** App of the portal, by its consumer key. */
export const appForm = z.object({
  secret: z.string(),
  /**
   * True where the app was registered with the simulator: its secret is checked, and it may use only the short codes that were registered
   * with it.
   */
  strict: z.boolean(),
  /** Products; null for all of them. */
  products: z.array(products).nullable().default(null),
});
