/** Items: what is bought for or issued to one student, handed out by its pieces. */
export { eraseItems } from './erase.ts';
