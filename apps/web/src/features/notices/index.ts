/** Notices to the school's staff: the bell's list, live and the same in every tab. */
export { clear, read, useNotices } from './store.ts';
export { useListening } from './useListening.ts';

/** Sign and words of a notice, which nobody sees before the bell's list is there. */
export const fetchNoticeWords = () => import('./NoticeWords.tsx');
