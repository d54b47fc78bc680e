import { z } from 'zod';

/** Products that an app of the portal may be granted. */
export const products = z.enum(['stk', 'c2b', 'b2c', 'status', 'balance', 'reversal', 'pull']);
export type ProductName = z.infer<typeof products>;

/** App of the portal, by its consumer key. */
export const appForm = z.object({
  secret: z.string(),
  /** Told to the simulator beforehand: its secret is checked, and it has the short codes that were told with it. */
  strict: z.boolean(),
  /** Null: all of them. */
  products: z.array(products).nullable().default(null),
});
