/** Things bought for or issued to one student: sold, handed out piece by piece, given back, and the report of them. */
export { AddItemPage } from './AddItemPage.tsx';
export { ConsumeItemPage } from './ConsumeItemPage.tsx';
export { StudentItemsPage } from './StudentItemsPage.tsx';
