/** Items: goods bought for or issued to one student, handed out piece by piece. */
export { ITEM_BUNDLE } from './bundle.ts';
export { eraseItems } from './erase.ts';
export { forgetItemPlaces } from './forget-places.ts';
