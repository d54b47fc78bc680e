/** Items sold or issued to one student: sale, hand-out piece by piece, return, and the report. */
export { AddItemPage } from './AddItemPage.tsx';
export { ConsumeItemPage } from './ConsumeItemPage.tsx';
export { StudentItemsPage } from './StudentItemsPage.tsx';
