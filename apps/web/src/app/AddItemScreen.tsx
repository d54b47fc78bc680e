import { Suspense } from 'react';
import { AddItemPage } from '../features/items/index.ts';
import { latePart } from '../ui/late-part.tsx';
import { useApprovalNews } from './approval-news.ts';

const HeldSale = latePart(() => import('../features/limits/HeldSale.tsx').then((it) => it.HeldSale));

/** Sale of an item; where the server puts the sale on hold, a second person is asked in place. */
export function AddItemScreen() {
  useApprovalNews();
  return (
    <AddItemPage
      held={(sale) => (
        // Loaded while the user types: its loading must not replace the page.
        <Suspense>
          <HeldSale key={sale.admissionNumber} {...sale} />
        </Suspense>
      )}
    />
  );
}
