/** Items: what is bought for or issued to one student, handed out by its pieces. */
export { ITEM_BUNDLE } from './bundle.ts';
export { eraseItems } from './erase.ts';
export { forgetItemPlaces } from './forget-places.ts';
