import { lazy, Suspense } from 'react';
import { AddItemPage } from '../features/items/index.ts';
import { useApprovalNews } from './approval-news.ts';

const HeldRoom = lazy(async () => ({ default: (await import('../features/limits/HeldRoom.tsx')).HeldRoom }));

/** Sale of an item; where the server says that it waits, a second person is asked in place. */
export function AddItemScreen() {
  useApprovalNews();
  return (
    <AddItemPage
      held={(sale) => (
        // Comes while somebody types: what it waits for must not take the page away.
        <Suspense>
          <HeldRoom key={sale.admissionNumber} {...sale} />
        </Suspense>
      )}
    />
  );
}
